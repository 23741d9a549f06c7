package io.meshlog.node.cli.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.cli.NodeStub;
import io.meshlog.node.cli.Ran;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code mailbox threads agents conflicts} (spec §6, §11): lines for people that fit 80 columns, and JSON as it came. */
class ViewCommandsTest {
    private NodeStub node;

    @BeforeEach
    void start() throws IOException {
        node = new NodeStub();
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void theMailboxShowsWhatIsOwedAndTheNews() {
        node.answering("""
                {"agent":"bob@b","owed":[
                {"event":{"id":"evt_20260825T232010_678a3b6fe507","created_at":"2026-08-25T23:20:10Z","from_agent":"ann@a",
                 "type":"task.request","stream":"project/x","room":"delegation","body":"Please fix\\nit."},
                 "expired":true,"superseded":false,"claimed_by":"cid@c"},
                {"event":{"id":"e2","created_at":"2026-08-25T23:20:11Z","from_agent":"ann@a","type":"note","stream":"s",
                 "room":"r","body":"","local":{"conflict":true}},"expired":false,"superseded":true,"claimed_by":null}],
                "news":{"count":21,"items":[{"event_id":"evt_20260825T232110_000000000001","created_at":"2026-08-25T23:21:10Z","from_agent":"cid@c","status":"applied",
                 "subject":"done"},{"event_id":"e9","created_at":"2026-08-25T23:20:10Z","from_agent":"cid@c","status":null,
                 "subject":"%s"}]},"more":false,"cursor":"c1.z"}""".formatted("long ".repeat(30)));
        Ran ran = Ran.at(node).run("mailbox", "--agent", "bob@b", "--news");
        assertThat(ran.out()).isEqualTo("""
                evt_20260825T232010_678a3b6fe507  2026-08-25T23:20:10Z  ann@a
                    task.request in project/x/delegation  (expired, claimed by cid@c)
                    Please fix …
                e2                                2026-08-25T23:20:11Z  ann@a
                    note in s/r  (superseded, conflict)
                news: 21, newest first
                evt_20260825T232110_000000000001  2026-08-25T23:21:10Z  cid@c  applied
                    done
                e9                                2026-08-25T23:20:10Z  cid@c
                    long long long long long long long long long long long long long long long …
                """);
        assertThat(ran.lines()).allMatch(line -> line.length() <= 80);
        assertThat(ran.code()).isZero();
        assertThat(node.onlyRequest().target()).isEqualTo("/logstream/mailbox?agent=bob%40b&news=true");
    }

    @Test
    void theAgentMayStandInTheEnvironment() {
        node.answering("{\"agent\":\"bob@b\",\"owed\":[],\"news\":null,\"more\":false,\"cursor\":\"c1.z\"}");
        assertThat(Ran.at(node).with("MESHLOG_AGENT", "bob@b").run("mailbox"))
                .isEqualTo(new Ran(0, "", "meshlog: bob@b owes nothing\n"));
        assertThat(Ran.at(node).run("mailbox").code()).isEqualTo(64);
    }

    @Test
    void aThreadShowsItsStateAndWhoWon() {
        node.answering("""
                {"correlation_id":"a/b","state":"applied","events":[
                {"id":"evt_1","status":"open","from_agent":"ann@a","body":"Who?"},
                {"id":"evt_2","status":"claimed","from_agent":"bob@b","body":""},
                {"id":"evt_3","status":"claimed","from_agent":"cid@c","body":"","local":{"conflict":true}},
                {"id":"evt_4","status":null,"from_agent":"ann@a","body":""}],
                "claims":[{"event_id":"evt_2","agent":"bob@b","won":true},{"event_id":"evt_3","agent":"cid@c","won":false}],
                "more":true,"cursor":"v1.n"}""");
        Ran ran = Ran.at(node).run("threads", "a/b");
        assertThat(ran.out()).isEqualTo("""
                state: applied
                evt_1  open     ann@a
                    Who?
                evt_2  claimed  bob@b  won
                evt_3  claimed  cid@c  lost  (conflict)
                evt_4  -        ann@a
                """);
        assertThat(ran.err()).isEqualTo("meshlog: there is more: --all, or --cursor v1.n\n");
        assertThat(node.onlyRequest().target()).isEqualTo("/logstream/threads/a%2Fb");
    }

    @Test
    void aThreadThatIsNotThereIsRefused() {
        node.refusing(
                404,
                "{\"type\":\"urn:meshlog:problem:unknown-thread\",\"title\":\"Not found\",\"status\":404,"
                        + "\"detail\":\"no event of that thread is on this replica\"}");
        Ran ran = Ran.at(node).run("threads", "c");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("no event of that thread");
    }

    @Test
    void agentsShowWhenAndWhere() {
        node.answering("""
                        {"agents":[{"agent":"Bob@b","last_seen":"2026-08-25T23:20:10Z","last_hlc":"x","devices":["b"],
                         "replicas":["rep_1","rep_2"],"case_clashes":["bob@b"]}],"more":true,"cursor":"v1.n"}""").answering("""
                        {"agents":[{"agent":"bob@b","last_seen":"","devices":[],"replicas":["rep_1"],
                         "case_clashes":[]}],"more":false,"cursor":null}""");
        assertThat(Ran.at(node).run("agents", "--all", "--limit", "1")).isEqualTo(new Ran(0, """
                        Bob@b  2026-08-25T23:20:10Z  b
                            at rep_1 rep_2
                            differs in case only: bob@b
                        bob@b  -
                            at rep_1
                        """, ""));
        assertThat(node.requests().get(1).target()).isEqualTo("/logstream/agents?limit=1&cursor=v1.n");
    }

    @Test
    void everyConflictSaysWhatItIsAbout() {
        node.answering("""
                {"conflicts":[
                {"kind":"id_conflict","event_id":"e1","ops":[{"origin_replica":"rep_1","origin_seq":4},
                 {"origin_replica":"rep_2","origin_seq":9}],"count":2},
                {"kind":"fork","origin":"rep_1","last_seq":3,"branches":["rep_1~a","rep_1~b"]},
                {"kind":"claim_lost","thread":"c","event_id":"e3","agent":"cid@c","winner":{"event_id":"e2","agent":"bob@b"}},
                {"kind":"contradictory_terminals","ack_of":"e1","replies":[{"event_id":"e5","agent":"bob@b","status":"applied"},
                 {"event_id":"e6","agent":"cid@c","status":"failed"}],"count":2},
                {"kind":"clock_anomaly","event_id":"e7","reason":"its stamp is wrong"},
                {"kind":"quarantine","origin_replica":"rep_3","origin_seq":1,"event_id":null,"reason":"hlc is no stamp"},
                {"kind":"novel","event_id":"e9"}],"more":false,"cursor":null}""");
        assertThat(Ran.at(node).run("conflicts").out()).isEqualTo("""
                id_conflict  e1
                    rep_1#4
                    rep_2#9
                fork  rep_1 after 3
                    rep_1~a
                    rep_1~b
                claim_lost  e3
                    cid@c lost thread c
                    bob@b won with e2
                contradictory_terminals  e1
                    applied  bob@b  e5
                    failed  cid@c  e6
                clock_anomaly  e7
                    its stamp is wrong
                quarantine  rep_3#1
                    hlc is no stamp
                novel  e9
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mailbox --agent a", "threads c", "agents", "conflicts"})
    void jsonIsTheAnswerAsItCame(String command) {
        node.answering("{\"n\":1.0e3,\r\n \"more\":false}");
        assertThat(Ran.at(node).run((command + " --json").split(" ", -1)))
                .isEqualTo(new Ran(0, "{\"n\":1.0e3,   \"more\":false}\n", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mailbox --agent a", "threads c", "agents", "conflicts"})
    void nothingIsSaidAndNoError(String command) {
        node.answering("{\"more\":false,\"cursor\":\"c1.z\"}");
        Ran ran = Ran.at(node).run(command.split(" ", -1));
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).startsWith("meshlog: ").hasLineCount(1);
    }

    @Test
    void aCursorThatStandsStillEndsTheWalk() {
        node.answering("{\"conflicts\":[],\"more\":true,\"cursor\":\"v1.a\"}");
        Ran ran = Ran.at(node).run("conflicts", "--all");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("does not move");
    }
}
