package io.meshlog.node.cli.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.cli.ExitCode;
import io.meshlog.node.cli.NodeStub;
import io.meshlog.node.cli.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spec §11: {@code wait} and {@code watch}. */
class WaitCommandsTest {
    private static final String GONE =
            "{\"type\":\"urn:meshlog:problem:unknown-cursor\",\"title\":\"Not found\",\"status\":404,\"detail\":\"end of test\"}";

    private NodeStub node;
    private Path state;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        node = new NodeStub();
        state = directory.resolve("state.json");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    private static String event(String id) {
        return "{\"id\":\"" + id
                + "\",\"seq\":1,\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a@x\","
                + "\"body\":\"b\",\"metadata\":{\"n\":1.00},\"local\":{}}";
    }

    private static String page(String cursor, String... ids) {
        List<String> events =
                java.util.Arrays.stream(ids).map(WaitCommandsTest::event).toList();
        return "{\"events\":[" + String.join(",", events) + "],\"count\":" + ids.length
                + ",\"limit\":50,\"more\":false,\"cursor\":\"" + cursor + "\",\"timed_out\":" + (ids.length == 0) + "}";
    }

    private Ran watch(String... more) {
        return Ran.at(node)
                .run(java.util.stream.Stream.concat(java.util.stream.Stream.of("watch"), java.util.Arrays.stream(more))
                        .toArray(String[]::new));
    }

    private String target(int request) {
        return node.requests().get(request).target();
    }

    @Test
    void waitShowsWhatCameAndEnds() {
        node.answering(page("c1.a", "evt_1"));
        Ran ran = Ran.at(node).run("wait", "--to", "x", "--timeout", "5s");
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("evt_1");
        assertThat(target(0))
                .startsWith("/logstream/wait?to_agent=x&limit=50&timeout_ms=")
                .doesNotContain("cursor");
    }

    @Test
    void waitThatGetsNothingEndsWithTwoAndSaysWhereToGoOn() {
        node.answering(page("c1.a"));
        Ran ran = Ran.at(node).run("wait", "--new", "--timeout", "0s");
        assertThat(ran.code()).isEqualTo(ExitCode.NOTHING_CAME);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("nothing came").contains("--cursor c1.a");
        assertThat(target(0)).contains("cursor=tip").contains("timeout_ms=0");
        assertThat(Ran.at(node).run("wait", "--timeout", "0s", "--json").out()).contains("\"timed_out\":true");
    }

    @Test
    void waitGoesOnFromEachCursorUntilItsTimeIsOver() {
        node.answering(page("c1.a")).answering(page("c1.b")).answering(page("c1.c", "evt_1"));
        Ran ran = Ran.at(node).run("wait", "--timeout", "5m");
        assertThat(ran.code()).isZero();
        assertThat(target(1)).contains("cursor=c1.a").contains("timeout_ms=50000");
        assertThat(target(2)).contains("cursor=c1.b");
    }

    @Test
    void waitTakesOnePlaceToBegin() {
        node.answering(page("c1.a"));
        assertThat(Ran.at(node).run("wait", "--new", "--cursor", "c1.x").code()).isEqualTo(ExitCode.USAGE);
        assertThat(Ran.at(node).run("wait", "--new", "--since-event", "evt_1").code())
                .isEqualTo(ExitCode.USAGE);
        assertThat(node.requests()).isEmpty();
    }

    @Test
    @Tag("case-S02")
    void watchBeginsAtTheTipRecordsItAtOnceAndGoesOnFromThere() throws IOException {
        node.answering(page("c1.tip")).answering(page("c1.b", "evt_1", "evt_2")).refusing(404, GONE);
        Ran first = watch("--stream", "s", "--stream", "t", "--exclude-from", "me@x", "--state", state.toString());
        assertThat(first.code()).isEqualTo(ExitCode.FAILED);
        assertThat(first.lines()).containsExactly(event("evt_1"), event("evt_2"));
        assertThat(target(0))
                .contains("stream=s&stream=t")
                .contains("exclude_from_agent=me%40x")
                .contains("timeout_ms=0")
                .contains("cursor=tip");
        assertThat(target(1)).contains("cursor=c1.tip");
        assertThat(Files.readString(state)).contains("\"cursor\":\"c1.b\"");

        try (NodeStub again = new NodeStub()) {
            again.answering(page("c1.c", "evt_3")).refusing(404, GONE);
            Ran second = Ran.at(again)
                    .run(
                            "watch",
                            "--stream",
                            "s",
                            "--stream",
                            "t",
                            "--exclude-from",
                            "me@x",
                            "--state",
                            state.toString());
            assertThat(second.lines()).containsExactly(event("evt_3"));
            assertThat(again.requests().get(0).target()).contains("cursor=c1.b");
        }
        assertThat(Files.readString(state)).contains("\"cursor\":\"c1.c\"");
    }

    @Test
    void theTipIsRecordedBeforeAnythingCame() throws IOException {
        node.answering(page("c1.tip")).refusing(404, GONE);
        watch("--state", state.toString());
        assertThat(Files.readString(state)).contains("\"cursor\":\"c1.tip\"");
    }

    @Test
    void aStateFileThatIsNoneStopsIt() throws IOException {
        for (String bad : List.of(
                "", "{", "[]", "{\"format\":\"other\",\"cursor\":\"c1.a\"}", "{\"format\":\"meshlog-watch-1\"}")) {
            Files.writeString(state, bad);
            Ran ran = watch("--state", state.toString());
            assertThat(ran.code()).as(bad).isEqualTo(ExitCode.FAILED);
            assertThat(ran.err()).as(bad).contains(state.toString()).doesNotContain("Unexpected", "[Source");
            assertThat(Files.readString(state)).isEqualTo(bad);
        }
        Files.delete(state);
        Files.createDirectory(state);
        assertThat(watch("--state", state.toString()).code()).isEqualTo(ExitCode.FAILED);
        assertThat(node.requests()).isEmpty();
    }

    /** What a cursor says was examined holds for its filters only. */
    @Test
    void aStateFileOfOtherFiltersStopsIt() {
        node.answering(page("c1.tip")).refusing(404, GONE);
        watch("--stream", "s", "--state", state.toString());
        int asked = node.requests().size();
        Ran other = watch("--stream", "t", "--state", state.toString());
        assertThat(other.code()).isEqualTo(ExitCode.FAILED);
        assertThat(other.err()).contains("other filters");
        assertThat(node.requests()).hasSize(asked);
    }

    @Test
    void theSameFiltersInAnotherOrderAreTheSame() {
        node.answering(page("c1.tip")).refusing(404, GONE);
        watch("--stream", "s", "--stream", "t", "--state", state.toString());
        int asked = node.requests().size();
        watch("--stream", "t", "--stream", "s", "--state", state.toString());
        assertThat(node.requests()).hasSizeGreaterThan(asked);
    }

    @Test
    void aNodeThatIsAwayForAWhileIsWaitedFor() throws IOException {
        node.answering(page("c1.tip"))
                .answering(503, Map.of("Content-Type", "application/problem+json"), "{\"detail\":\"closing\"}")
                .answering(page("c1.b", "evt_1"))
                .refusing(404, GONE);
        Ran ran = watch("--state", state.toString());
        assertThat(ran.lines()).containsExactly(event("evt_1"));
        assertThat(ran.err()).contains("closing").contains("waiting for it").contains("the node is back");
        assertThat(target(2)).contains("cursor=c1.tip");
    }

    private void answeringNotYet() {
        node.answering(
                404,
                Map.of("Content-Type", "application/problem+json", "Retry-After", "1"),
                "{\"detail\":\"3 ops are still to come\"}");
    }

    /** Carried from a node that was ahead: what it stands for may come at any time. */
    @Test
    void watchWaitsForWhatItsCursorStandsFor() {
        answeringNotYet();
        answeringNotYet();
        node.answering(page("c1.b", "evt_1")).refusing(404, GONE);
        Ran ran = watch("--cursor", "c1.ahead", "--on-unknown", "wait");
        assertThat(ran.lines()).containsExactly(event("evt_1"));
        assertThat(target(0)).contains("timeout_ms=50000").contains("on_unknown=wait");
        assertThat(target(2)).contains("cursor=c1.ahead");
        assertThat(ran.err()).containsOnlyOnce("3 ops are still to come");
    }

    @Test
    void waitWaitsForWhatItsCursorStandsForAsLongAsItsTimeLasts() throws IOException {
        answeringNotYet();
        node.answering(page("c1.b", "evt_1"));
        Ran ran = Ran.at(node).run("wait", "--cursor", "c1.ahead", "--on-unknown", "wait", "--timeout", "5m");
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("evt_1");

        try (NodeStub never = new NodeStub()) {
            never.answering(404, Map.of("Retry-After", "1"), "{\"detail\":\"3 ops are still to come\"}");
            Ran over = Ran.at(never).run("wait", "--cursor", "c1.ahead", "--on-unknown", "wait", "--timeout", "1s");
            assertThat(over.code()).isEqualTo(ExitCode.NOTHING_CAME);
            assertThat(over.err()).contains("still to come");
            assertThat(never.requests()).hasSize(1);
        }
    }

    @Test
    void watchThatKnowsWhereToGoOnWaitsForANodeThatIsAwayAtItsStart() throws IOException {
        node.answering(page("c1.tip")).refusing(404, GONE);
        watch("--state", state.toString());
        try (NodeStub later = new NodeStub()) {
            later.answering(503, Map.of(), "{\"detail\":\"starting\"}")
                    .answering(page("c1.b", "evt_1"))
                    .refusing(404, GONE);
            Ran ran = Ran.at(later).run("watch", "--state", state.toString());
            assertThat(ran.lines()).containsExactly(event("evt_1"));
            assertThat(ran.err()).contains("waiting for it").contains("the node is back");
        }
    }

    @Test
    void aNodeThatWasNeverThereIsSaidAtOnce() {
        String url = node.url();
        node.close();
        Ran ran = Ran.nowhere().run("watch", "--url", url);
        assertThat(ran.code()).isEqualTo(ExitCode.UNREACHABLE);
    }
}
