package io.meshlog.node.cli.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.cli.NodeStub;
import io.meshlog.node.cli.Ran;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code list} asks for what it was told (spec §6) and shows every event, what merging did to it included. */
class ListCommandTest {
    private static final String EMPTY = "{\"events\":[],\"count\":0,\"limit\":50,\"more\":false,\"cursor\":\"c1.z\"}";

    private NodeStub node;

    @BeforeEach
    void start() throws IOException {
        node = new NodeStub();
    }

    @AfterEach
    void stop() {
        node.close();
    }

    private static String page(String cursor, boolean more, String... ids) {
        StringBuilder events = new StringBuilder();
        for (String id : ids) {
            events.append(events.length() == 0 ? "" : ",").append("{\"id\":\"" + id + "\"}");
        }
        return "{\"events\":[" + events + "],\"count\":" + ids.length + ",\"limit\":2,\"more\":" + more
                + ",\"cursor\":\"" + cursor + "\"}";
    }

    @Test
    void asksForEverythingByDefault() {
        node.answering(EMPTY);
        assertThat(Ran.at(node).run("list")).isEqualTo(new Ran(0, "", "meshlog: no event matches\n"));
        assertThat(node.onlyRequest().target()).isEqualTo("/logstream/events");
    }

    /** A node looks at so many rows for one page: that none of them matched says nothing of those behind them. */
    @Test
    void anEmptyPageIsNotTakenForTheEnd() {
        node.answering(page("c1.a", true)).answering(page("c1.b", true)).answering(page("c1.c", true, "e1"));
        Ran ran = Ran.at(node).run("list", "--stream", "rare");
        assertThat(ran.out()).contains("e1");
        assertThat(ran.err()).isEqualTo("meshlog: there is more: --all, or --cursor c1.c\n");
        assertThat(node.requests()).hasSize(3);
    }

    @Test
    void asksWithEveryFilter() {
        node.answering(EMPTY);
        Ran.at(node)
                .run(("list --stream a --stream b,c --room r --topic t --type x --to * --from p@q --exclude-from m@n"
                                + " --correlation k --status open --status ready"
                                + " --since-created-at 2026-01-01T00:00:00Z"
                                + " --since-event e1 --before-event e2 --order hlc --limit 7 --cursor c1.y"
                                + " --preview")
                        .split(" "));
        assertThat(node.onlyRequest().target())
                .isEqualTo("/logstream/events?stream=a&stream=b%2Cc&room=r&topic=t&type=x&to_agent=*&from_agent=p%40q"
                        + "&exclude_from_agent=m%40n&correlation_id=k&status=open&status=ready"
                        + "&since_created_at=2026-01-01T00%3A00%3A00Z&since_event_id=e1&before_event_id=e2"
                        + "&order=hlc&limit=7&preview=true&cursor=c1.y");
    }

    @Test
    void aCursorOfAnotherNodeMayBeWaitedFor() {
        node.answering(EMPTY);
        Ran.at(node).run("list", "--cursor", "c1.y", "--on-unknown", "wait", "--before", "e9");
        assertThat(node.onlyRequest().target())
                .isEqualTo("/logstream/events?before_event_id=e9&on_unknown=wait&timeout_ms=50000&cursor=c1.y");
    }

    @Test
    void aCursorThatIsTooLongForAUrlGoesIntoTheBody() {
        node.answering(EMPTY);
        Ran.at(node).run("list", "--cursor", "c1." + "y".repeat(4_097), "--stream", "a b");
        assertThat(node.onlyRequest().target()).isEqualTo("/logstream/events");
        assertThat(node.onlyRequest().body()).isEqualTo("stream=a%20b&cursor=c1." + "y".repeat(4_097));
    }

    @Test
    void aFilterMayHoldAnything() {
        node.answering(EMPTY);
        Ran.at(node).run("list", "--stream", "a b+c&d=é\"#");
        assertThat(node.onlyRequest().target()).isEqualTo("/logstream/events?stream=a%20b%2Bc%26d%3D%C3%A9%22%23");
    }

    @Test
    void showsTheEventsBelowEachOther() {
        node.answering("""
                {"events":[
                {"seq":9,"created_at":"2026-01-02T03:04:05Z","from_agent":"pi@laptop","to_agent":"*","type":"ask.review",
                 "status":"open","stream":"build","room":"main","id":"evt_9","body":"\\r\\nfirst\\r\\nsecond"},
                {"seq":1234,"created_at":"2026-01-02T03:04:06Z","from_agent":"x","to_agent":null,"type":"note",
                 "status":null,"stream":"build","room":"main","id":"evt_10","body":"",
                 "local":{"pending":["art_1","art_2"],"revised":true,"unverified":true,"conflict":true}},
                {"seq":1235,"created_at":"2026-01-02T03:04:07Z","from_agent":"x","type":"note","stream":"s","room":"r",
                 "id":"evt_11","body":"cut","body_truncated":true,"local":{"conflict":true}}],
                "more":false,"cursor":"c1.z"}""");
        assertThat(Ran.at(node).run("list").out()).isEqualTo("""
                        9     2026-01-02T03:04:05Z  pi@laptop → *  ask.review/open  build/main  evt_9
                            first …
                        1234  2026-01-02T03:04:06Z  x              note             build/main  evt_10  (unverified, conflict, revised, pending art_1 art_2)
                        1235  2026-01-02T03:04:07Z  x              note             s/r         evt_11  (conflict)
                            cut …
                        """);
    }

    @Test
    void saysThatThereIsMore() {
        node.answering(page("c1.next", true, "e1", "e2"));
        Ran ran = Ran.at(node).run("list");
        assertThat(ran.code()).isZero();
        assertThat(ran.lines()).hasSize(2);
        assertThat(ran.err()).isEqualTo("meshlog: there is more: --all, or --cursor c1.next\n");
        assertThat(node.requests()).hasSize(1);
    }

    @Test
    void followsEveryPage() {
        node.answering(page("c1.1", true, "e1", "e2"))
                .answering(page("c1.2", true))
                .answering(page("c1.3", false, "e3"));
        Ran ran = Ran.at(node).run("list", "--all", "--limit", "2", "--room", "r");
        assertThat(ran.lines()).hasSize(3);
        assertThat(ran.err()).isEmpty();
        assertThat(node.requests().stream().map(NodeStub.Request::target))
                .containsExactly(
                        "/logstream/events?room=r&limit=2",
                        "/logstream/events?room=r&limit=2&cursor=c1.1",
                        "/logstream/events?room=r&limit=2&cursor=c1.2");
    }

    @Test
    void aCursorThatStandsStillEndsTheWalk() {
        node.answering(page("c1.1", true, "e1"));
        Ran ran = Ran.at(node).run("list", "--all");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("does not move");
        assertThat(node.requests()).hasSize(2);
    }

    @Test
    void jsonIsOneLineAnAnswerWithNothingLost() {
        node.answering("{\"events\":[{\"n\":1.0e3,\r\n  \"body\":\"a\\u001b\u009b\u2028é\"}],\n\"more\":false}");
        assertThat(Ran.at(node).run("list", "--json"))
                .isEqualTo(new Ran(
                        0,
                        "{\"events\":[{\"n\":1.0e3,    \"body\":\"a\\u001b\\u009b\\u2028é\"}], \"more\":false}\n",
                        ""));
    }

    /** Case J02 on a terminal: what the log holds is shown as escapes, and an event is one line and its body another. */
    @Test
    @Tag("case-J02")
    void noControlOfTheLogReachesTheTerminal() {
        node.answering(
                "{\"events\":[{\"id\":\"\\u001b]0;x\\u0007\",\"from_agent\":\"a\\r\\u2028b\",\"to_agent\":\"\\u0085\","
                        + "\"stream\":\"\\u202e\",\"body\":\"\\u009b31m\\ud800\\tx\"}],\"more\":false}");
        assertThat(Ran.at(node).run("list").out()).isEqualTo("""
                        -  -  a\\r\\u2028b → \\u0085  ?  \\u202e/?  \\u001b]0;x\\u0007
                            \\u009b31m\\ud800\\tx
                        """);
    }
}
