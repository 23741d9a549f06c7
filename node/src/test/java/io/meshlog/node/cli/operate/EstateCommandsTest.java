package io.meshlog.node.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.cli.NodeStub;
import io.meshlog.node.cli.Ran;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code status}, {@code peers} and {@code sync} show what the node says of itself and its peers (spec §9). */
class EstateCommandsTest {
    private static final String PEERS = """
            "peers":[
            {"name":"hub","url":"http://hub:1","replica":"rep_1","kind":"node","reachable":true,"lag_ops":0,
             "lag_seconds":1.5,"last_success_at":"2026-01-02T03:04:05.123Z","last_error":null,"breaker":"closed","skew_ms":-12},
            {"name":"edge","url":"http://edge:2","replica":null,"kind":null,"reachable":false,"lag_ops":null,
             "last_success_at":null,"last_error":"connection \\u001b refused","last_error_at":"2026-01-02T03:04:06Z",
             "breaker":"open","skew_ms":null}]""";
    private static final String TABLE = """
            peer  replica  kind     reachable  lag           last success          breaker  skew    error
            hub   rep_1    node     yes        0 ops, 1.5 s  2026-01-02T03:04:05Z  closed   -12 ms  -
            edge  -        unknown  no         -             never                 open     -       connection \\u001b refused (2026-01-02T03:04:06Z)
            """;

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
    void peersAreATable() {
        node.answering("{" + PEERS + "}");
        assertThat(Ran.at(node).run("peers")).isEqualTo(new Ran(0, TABLE, ""));
        assertThat(node.onlyRequest().target()).isEqualTo("/sync/peers");
    }

    @Test
    void noPeersIsNotAnEmptyFleet() {
        node.answering("{\"peers\":[]}");
        assertThat(Ran.at(node).run("peers").out())
                .startsWith("No peers. That says nothing of the fleet")
                .hasLineCount(1);
    }

    @Test
    void statusShowsEveryMember() {
        node.answering("""
                {"replica":"rep_1","mesh":null,"held":["the disk is full"],"vector":{"rep_1":12,"rep_2":3},
                "frontier":{"heads":[{"sig":"x"}]},"pending":{"count":0,"artifacts":[]},
                "quarantine":{"count":1,"ops":[{"origin":"x","origin_seq":4}]},
                "last_append_at":"2026-01-02T03:04:05.000Z","new_in_a_later_version":{"deep_er":1.0},""" + PEERS + "}");
        assertThat(Ran.at(node).run("status").out()).isEqualTo("""
                        replica                 rep_1
                        held                    1
                          -                     the disk is full
                        vector
                          rep_1                 12
                          rep_2                 3
                        pending
                          count                 0
                          artifacts             none
                        quarantine
                          count                 1
                          ops                   1
                            -                   origin x, origin_seq 4
                        last append at          2026-01-02T03:04:05.000Z
                        new in a later version
                          deep_er               1.0

                        """ + TABLE);
        assertThat(node.onlyRequest().target()).isEqualTo("/statusz");
    }

    @Test
    void syncIsOneLineAPeerAndFailsWithAny() {
        node.answering("""
                {"peers":[
                {"name":"hub","last_error":"long ago","lag_ops":0,
                 "last_round":{"succeeded":true,"applied":12,"artifacts":1,"refusals":[],"failure":null}},
                {"name":"late","lag_ops":4,
                 "last_round":{"succeeded":true,"applied":0,"artifacts":0,"refusals":[],"failure":null}},
                {"name":"edge","last_round":{"succeeded":false,"refusals":[],"failure":"timed out\\u001b[m"}},
                {"name":"odd","last_round":{"succeeded":false,"refusals":["rep_9 waits","rep_8 waits"]}},
                {"name":"new","last_round":null}]}""");
        assertThat(Ran.at(node).run("sync")).isEqualTo(new Ran(1, """
                                hub: ok, 12 new ops, 1 new artifacts
                                late: ok, 0 new ops, 0 new artifacts, 4 ops still missing
                                edge: failed: timed out\\u001b[m
                                odd: failed: rep_9 waits; rep_8 waits
                                new: failed: no round ended
                                """, ""));
        assertThat(node.onlyRequest().method()).isEqualTo("POST");
        assertThat(node.onlyRequest().target()).isEqualTo("/admin/sync");
    }

    @Test
    void syncWithoutAFailureIsDone() {
        String json = "{\"peers\":[{\"name\":\"hub\",\"last_round\":{\"succeeded\":true}}]}";
        node.answering(json);
        assertThat(Ran.at(node).run("sync").code()).isZero();
        assertThat(Ran.at(node).run("sync", "--json")).isEqualTo(new Ran(0, json + "\n", ""));
    }

    @Test
    void syncWithoutPeersSaysSo() {
        node.answering("{\"peers\":[]}");
        assertThat(Ran.at(node).run("sync"))
                .isEqualTo(new Ran(0, "", "meshlog: no peers are configured; nothing to sync\n"));
    }
}
