package io.meshlog.node.api.follow;

import static io.meshlog.node.api.write.AppendTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshlog.node.api.RawConnection;
import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import io.meshlog.node.api.cursor.CursorCodec;
import io.meshlog.node.api.http.ApiConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spec §6, long poll: woken by the append itself, local or replicated. */
class WaitTest {
    private static final String WAIT = "/logstream/wait";
    /** Longer than any test takes: who answers before was woken. */
    private static final String LONG = "timeout_ms=300000";

    private Path directory;
    private RunningApi api;

    @BeforeEach
    void start(@TempDir Path temporary) {
        directory = temporary;
        api = RunningApi.start(temporary.resolve("a"));
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private JsonNode wait(String query) {
        Reply reply = api.get(WAIT + query);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply.json();
    }

    private static JsonNode answer(CompletableFuture<Reply> waiting) throws Exception {
        Reply reply = waiting.get(60, TimeUnit.SECONDS);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply.json();
    }

    private static List<String> ids(JsonNode page) {
        return page.at("/events").findValuesAsText("id");
    }

    private CompletableFuture<Reply> parked(String query) {
        int before = api.followers();
        CompletableFuture<Reply> waiting = api.getLater(WAIT + query);
        await().until(() -> api.followers() == before + 1);
        return waiting;
    }

    private String tip() {
        return api.get("/logstream/events?cursor=tip").json().at("/cursor").asText();
    }

    @Test
    void whatIsThereAlreadyIsAnsweredAtOnce() {
        String id = api.append("\"to_agent\":\"x\"");
        api.append("");
        JsonNode page = wait("?to_agent=x&" + LONG);
        assertThat(ids(page)).containsExactly(id);
        assertThat(page.at("/timed_out").asBoolean()).isFalse();
        assertThat(page.at("/count").asInt()).isEqualTo(1);
        assertThat(page.at("/limit").asInt()).isEqualTo(50);
    }

    @Test
    void anAppendWakesThoseWhoseFiltersItPassesAndNobodyElse() throws Exception {
        String tip = tip();
        CompletableFuture<Reply> forX = parked("?to_agent=x&cursor=" + tip + "&" + LONG);
        CompletableFuture<Reply> forY = parked("?to_agent=y&status=open&cursor=" + tip + "&" + LONG);
        CompletableFuture<Reply> forAll = parked("?cursor=" + tip + "&exclude_from_agent=b@x&" + LONG);
        String toX = api.append("\"to_agent\":\"x\"");
        assertThat(ids(answer(forX))).containsExactly(toX);
        assertThat(ids(answer(forAll))).containsExactly(toX);
        api.append("\"to_agent\":\"y\",\"status\":\"claimed\"");
        assertThat(forY).isNotDone();
        assertThat(api.followers()).isEqualTo(1);
        String toAll = api.append("\"to_agent\":\"*\",\"status\":\"open\"");
        assertThat(ids(answer(forY))).containsExactly(toAll);
        assertThat(api.followers()).isZero();
    }

    @Test
    void aReplicatedEventWakesLikeALocalOne() throws Exception {
        CompletableFuture<Reply> waiting = parked("?to_agent=x&cursor=" + tip() + "&" + LONG);
        api.reference.pulled(
                "rep_aaaaaaaaaaaa",
                List.of(
                        "{\"id\":\"evt_far\",\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"far@hub\","
                                + "\"to_agent\":\"x\",\"body\":\"late\",\"metadata\":{},\"artifact_ids\":[],"
                                + "\"created_at\":\"2026-01-01T00:00:00Z\",\"origin_replica\":\"rep_aaaaaaaaaaaa\","
                                + "\"origin_seq\":1,\"hlc\":\"1700000000000-000001-rep_aaaaaaaaaaaa\"}"));
        assertThat(ids(answer(waiting))).containsExactly("evt_far");
    }

    @Test
    void whenTheTimeIsOverItSaysSoAndTheCursorHasMoved() {
        String tip = tip();
        api.append("\"to_agent\":\"y\"");
        JsonNode over = wait("?to_agent=x&timeout_ms=50&cursor=" + tip);
        assertThat(over.at("/timed_out").asBoolean()).isTrue();
        assertThat(over.at("/events")).isEmpty();
        String moved = over.at("/cursor").asText();
        assertThat(CursorCodec.read(moved).position())
                .isGreaterThan(CursorCodec.read(tip).position());
        String id = api.append("\"to_agent\":\"x\"");
        assertThat(ids(wait("?to_agent=x&cursor=" + moved + "&" + LONG))).containsExactly(id);
        assertThat(wait("?to_agent=z&timeout_ms=0").at("/timed_out").asBoolean())
                .isTrue();
        assertThat(api.followers()).isZero();
    }

    @Test
    void aTimeBeyondTheLongestIsCutToThatAndSaid() throws Exception {
        CompletableFuture<Reply> waiting = parked("?cursor=" + tip() + "&timeout_ms=99999999999999999999");
        api.append("");
        assertThat(answer(waiting).at("/timeout_ms").asLong()).isEqualTo(300_000);
    }

    @Test
    void aCursorOfWhatHasNotReplicatedIsWaitedForInTheSameTime() throws Exception {
        try (RunningApi other = RunningApi.start(directory.resolve("b"))) {
            other.append("");
            await().until(() -> other.signedSeq() == 1);
            String ahead = other.get("/logstream/events").json().at("/cursor").asText();
            Reply unknown = api.get(WAIT + "?cursor=" + ahead);
            assertThat(unknown.status()).isEqualTo(404);
            assertThat(unknown.text()).contains("unknown-cursor");
            Reply late = api.get(WAIT + "?on_unknown=wait&timeout_ms=50&cursor=" + ahead);
            assertThat(late.status()).isEqualTo(404);
            String id = api.append("");
            assertThat(ids(wait("?on_unknown=resume&cursor=" + ahead + "&" + LONG)))
                    .containsExactly(id);
        }
    }

    @Test
    void whoHangsUpIsForgotten() throws IOException {
        try (RawConnection gone = new RawConnection(api.port)) {
            gone.send("GET " + WAIT + "?" + LONG + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
            await().until(() -> api.followers() == 1);
        }
        await().until(() -> api.followers() == 0);
    }

    @Test
    void moreThanMayWaitAreToldToComeAgain() throws Exception {
        try (RunningApi small = RunningApi.start(
                directory.resolve("c"),
                c -> new ApiConfig(
                        c.host(),
                        0,
                        null,
                        List.of(),
                        false,
                        c.pageBytes(),
                        c.patience(),
                        new ApiConfig.Followers(1, 1, 15_000)))) {
            CompletableFuture<Reply> first = small.getLater(WAIT + "?" + LONG);
            await().until(() -> small.followers() == 1);
            Reply second = small.get(WAIT + "?" + LONG);
            assertProblem(second, 503, "too-many-waiting");
            assertThat(second.header("Retry-After")).isNotNull();
            String id = small.append("");
            assertThat(ids(answer(first))).containsExactly(id);
        }
    }

    @Test
    void whatMakesNoSenseIsRefusedWithItsName() {
        for (String bad : List.of(
                "order=hlc",
                "order=desc",
                "before_event_id=evt_x",
                "timeout_ms=-1",
                "timeout_ms=soon",
                "limit=0",
                "status=done",
                "cursor=c1.x",
                "since_event_id=",
                "nonsense=1")) {
            Reply reply = api.get(WAIT + "?" + bad);
            assertThat(reply.status()).as(bad).isEqualTo(400);
            assertThat(reply.json().at("/field").asText()).as(bad).isEqualTo(bad.substring(0, bad.indexOf('=')));
        }
        assertProblem(api.get(WAIT + "?since_event_id=evt_nowhere"), 404, "unknown-event");
        assertThat(api.post(WAIT, "{}").status()).isEqualTo(415);
        String listing = api.get("/logstream/events?order=hlc&limit=1")
                .json()
                .at("/cursor")
                .asText();
        assertThat(api.get(WAIT + "?timeout_ms=0&cursor=" + listing).status()).isEqualTo(200);
    }

    @Test
    void parametersThatAreTooLongForAUrlMayBeSentAsAForm() {
        String id = api.append("");
        Reply reply = api.postRaw(
                WAIT,
                "timeout_ms=1000&stream=s".getBytes(java.nio.charset.StandardCharsets.UTF_8),
                "Content-Type",
                "application/x-www-form-urlencoded");
        assertThat(ids(reply.json())).containsExactly(id);
    }

    /** Case S02, its kind: nothing that comes between two calls is lost, and nothing comes twice. */
    @Test
    @Tag("case-S02")
    void whoGoesOnFromEachCursorGetsEverythingOnceWhileOthersWrite() throws Exception {
        int writers = 4;
        int each = 50;
        String cursor = tip();
        List<CompletableFuture<Void>> writing = new ArrayList<>();
        for (int w = 0; w < writers; w++) {
            writing.add(CompletableFuture.runAsync(() -> {
                for (int i = 0; i < each; i++) {
                    api.append("\"to_agent\":\"x\"");
                    api.append("\"to_agent\":\"y\"");
                }
            }));
        }
        List<String> got = new ArrayList<>();
        while (got.size() < writers * each) {
            JsonNode page = wait("?to_agent=x&limit=7&cursor=" + cursor + "&" + LONG);
            got.addAll(ids(page));
            cursor = page.at("/cursor").asText();
        }
        CompletableFuture.allOf(writing.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
        assertThat(new HashSet<>(got)).hasSameSizeAs(got);
        assertThat(wait("?to_agent=x&timeout_ms=0&cursor=" + cursor)
                        .at("/timed_out")
                        .asBoolean())
                .isTrue();
    }
}
