package io.meshlog.node.api.operate;

import static io.meshlog.node.api.write.AppendTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.node.sync.Estate.PeerStatus;
import io.meshlog.replica.RoundResult;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spec §9: what a node says of itself, and what it says when it cannot store. */
class HealthTest {
    private static final String DRAFT = "{\"type\":\"t\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\"}";

    private RunningApi api;

    @BeforeEach
    void start(@TempDir Path directory) {
        api = RunningApi.start(directory);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private static PeerStatus peer(RoundResult round) {
        return new PeerStatus(
                "hub", "http://hub:1", "rep_x", round, true, 1_700_000_000_000L, 0, null, -12L, "closed", 3, 99, 500);
    }

    private static RoundResult round(String failure) {
        return new RoundResult("rep_x", null, RoundResult.Kind.NODE, 2, 0, List.of(), List.of(), failure, 4);
    }

    @Test
    void aNodeThatCanStoreIsReady() {
        assertThat(api.get("/healthz").json().at("/status").asText()).isEqualTo("alive");
        assertThat(api.get("/readyz").json().at("/status").asText()).isEqualTo("ready");
    }

    @Test
    void aNodeThatCannotStoreIsAliveAndNotReady() {
        api.log.stalled = new StoreException(StoreException.Kind.READ_ONLY, "could not commit: secret path");
        Reply reply = api.get("/readyz");
        assertProblem(reply, 503, "not-ready");
        assertThat(reply.text()).contains("the log's files may not be written").doesNotContain("secret path");
        assertThat(api.get("/healthz").status()).isEqualTo(200);
        assertThat(api.get("/statusz").json().at("/stalled").asText()).contains("secret path");
        assertThat(api.get("/statusz").json().at("/status").asText()).isEqualTo("held");
        api.log.stalled = null;
        assertThat(api.get("/readyz").status()).isEqualTo(200);
    }

    @Test
    void aFullDiskIsRedAndGreenAgainWithoutARestart() {
        api.freeBytes = Hindrances.FREE_BYTES_MIN - 1;
        Reply reply = api.get("/readyz");
        assertProblem(reply, 503, "not-ready");
        assertThat(reply.json().at("/detail").asText()).contains("the disk is full");
        assertThat(api.get("/statusz").json().at("/held/0").asText())
                .isEqualTo(reply.json().at("/detail").asText());
        assertThat(api.get("/logstream/events").status()).isEqualTo(200);
        api.freeBytes = Hindrances.FREE_BYTES_MIN;
        assertThat(api.get("/readyz").status()).isEqualTo(200);
    }

    @Test
    void theStatusSaysWhatThisReplicaIsAndHolds() {
        JsonNode empty = api.get("/statusz").json();
        assertThat(empty.at("/last_append_at").isNull()).isTrue();
        assertThat(empty.at("/status").asText()).isEqualTo("ok");
        api.append("\"body\":\"confidential\"");
        JsonNode status = api.get("/statusz").json();
        assertThat(status.at("/replica").asText()).isEqualTo(api.self());
        assertThat(status.at("/name").asText()).isEqualTo("desk");
        assertThat(status.at("/boot").asText()).isEqualTo("boot");
        assertThat(status.at("/version").asText()).isEqualTo("test");
        assertThat(status.at("/events").asLong()).isEqualTo(1);
        assertThat(status.at("/tip_seq").asLong()).isEqualTo(1);
        assertThat(status.at("/last_append_at").asText()).matches("20.*T.*Z");
        assertThat(status.at("/wal_bytes").isNumber()).isTrue();
        assertThat(status.at("/frontier/heads").isArray()).isTrue();
        assertThat(status.at("/quarantine/count").asInt()).isZero();
        assertThat(status.toString()).doesNotContain("confidential");
    }

    /** Whether a log is alive is asked of it: its file stands still while the write-ahead log takes what comes. */
    @Test
    void theTimeOfTheLastAppendMovesWithEveryArrival() throws Exception {
        Instant start = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        api.append("");
        Instant own = lastAppend();
        assertThat(own).isAfterOrEqualTo(start);
        await().until(() -> Instant.now().isAfter(own.plusMillis(1)));
        api.reference.pulled(
                "rep_aaaaaaaaaaaa",
                List.of(
                        "{\"id\":\"e\",\"type\":\"t\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\","
                                + "\"origin_replica\":\"rep_aaaaaaaaaaaa\",\"origin_seq\":1,"
                                + "\"hlc\":\"1700000000000-000001-rep_aaaaaaaaaaaa\",\"created_at\":\"2023-11-14T22:13:20Z\"}"));
        assertThat(lastAppend()).isAfter(own);
    }

    private Instant lastAppend() {
        return Instant.parse(api.get("/statusz").json().at("/last_append_at").asText());
    }

    @Test
    void opsThatCannotBeReadAreNamed() throws Exception {
        api.reference.pulled(
                "rep_aaaaaaaaaaaa",
                List.of(
                        "{\"id\":\"e\",\"type\":7,\"origin_replica\":\"rep_aaaaaaaaaaaa\",\"origin_seq\":1,\"hlc\":\"no\"}"));
        JsonNode status = api.get("/statusz").json();
        assertThat(status.at("/quarantine/count").asInt()).isEqualTo(1);
        assertThat(status.at("/quarantine/ops/0/origin").asText()).isEqualTo("rep_aaaaaaaaaaaa");
        assertThat(status.at("/quarantine/ops/0/origin_seq").asLong()).isEqualTo(1);
        assertThat(status.at("/quarantine/ops/0/reason").asText()).isNotEmpty();
        assertThat(status.at("/status").asText()).isEqualTo("held");
        assertThat(api.get("/logstream/events").json().at("/count").asInt()).isZero();
    }

    @Test
    void whatPeopleMustSeeIsCountedInAllAndPerPeer() throws Exception {
        api.estate.peers = List.of(peer(round(null)));
        JsonNode quiet = api.get("/statusz").json();
        assertThat(quiet.at("/incidents/counts/artifact_refused").asInt(-1)).isZero();
        assertThat(quiet.at("/peers/0/incidents/artifact_refused").asInt(-1)).isZero();

        api.reference.pulled(
                "rep_aaaaaaaaaaaa",
                List.of(
                        "{\"id\":\"e\",\"type\":\"t\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\","
                                + "\"artifact_ids\":[\"art_gone\"],\"origin_replica\":\"rep_aaaaaaaaaaaa\",\"origin_seq\":1,"
                                + "\"hlc\":\"1700000000000-000001-rep_aaaaaaaaaaaa\",\"created_at\":\"2023-11-14T22:13:20Z\"}"));

        JsonNode status = api.get("/statusz").json();
        JsonNode counts = status.at("/incidents/counts");
        assertThat(counts.at("/artifact_refused").asInt()).isEqualTo(1);
        assertThat(counts.at("/artifact_pending").asInt()).isEqualTo(1);
        assertThat(counts.at("/fork").asInt(-1)).isZero();
        assertThat(status.at("/peers/0/incidents")).isEqualTo(counts);
        JsonNode first = status.at("/incidents/last/1");
        assertThat(first.at("/kind").asText()).isEqualTo("artifact_refused");
        assertThat(first.at("/peer").asText()).isEqualTo("hub");
        assertThat(first.at("/detail").asText()).contains("the hub has no artifacts");
        assertThat(first.at("/first_seen_at").asText()).matches("20.*T.*Z");
    }

    @Test
    void noPeersDoesNotMeanAnEmptyFleetAndThatIsSaid() {
        for (JsonNode estate : List.of(
                api.get("/sync/peers").json(),
                api.get("/statusz").json(),
                api.post("/admin/sync", "").json())) {
            assertThat(estate.at("/peers")).isEmpty();
            assertThat(estate.at("/note").asText()).contains("no peers configured");
        }
        assertThat(api.get("/sync/peers").json().at("/self/replica").asText()).isEqualTo(api.self());
    }

    @Test
    void theEstateIsTheSameWhicheverWayItIsAsked() {
        api.estate.peers = List.of(peer(round(null)));
        JsonNode peers = api.get("/sync/peers").json().at("/peers");
        assertThat(api.get("/statusz").json().at("/peers")).isEqualTo(peers);
        assertThat(api.post("/admin/sync", "").json().at("/peers")).isEqualTo(peers);
        assertThat(api.estate.rounds).isEqualTo(1);
        assertThat(api.get("/sync/peers").json().has("note")).isFalse();
        JsonNode hub = peers.get(0);
        assertThat(hub.at("/name").asText()).isEqualTo("hub");
        assertThat(hub.at("/lag_ops").asLong()).isEqualTo(4);
        assertThat(hub.at("/skew_ms").asLong()).isEqualTo(-12);
        assertThat(hub.at("/last_success_at").asText()).isEqualTo("2023-11-14T22:13:20Z");
        assertThat(hub.at("/last_error_at").isNull()).isTrue();
        assertThat(hub.at("/kind").asText()).isEqualTo("node");
    }

    @Test
    void aFailedRoundHoldsTheStatusBack() {
        api.estate.peers = List.of(peer(round("it hung up")), peer(null));
        JsonNode status = api.get("/statusz").json();
        assertThat(status.at("/status").asText()).isEqualTo("held");
        assertThat(status.at("/held")).hasSize(1);
        assertThat(status.at("/peers/0/last_round/failure").asText()).isEqualTo("it hung up");
        assertThat(status.at("/peers/1/last_round").isNull()).isTrue();
    }

    /** Case D01, its answers: a lock that is held for too long, or a full disk, is 503 with Retry-After, never 500. */
    @ParameterizedTest
    @Tag("case-D01")
    @CsvSource({
        "BUSY, busy",
        "DISK_FULL, disk-full",
        "READ_ONLY, store-read-only",
        "IO, store-io",
        "CORRUPT, store-corrupt",
        "CLOSED, closing"
    })
    void whatTheStoreCannotTakeIsAnsweredWith503(StoreException.Kind kind, String slug) {
        api.log.failure = new StoreException(kind, "could not commit: /inner/path");
        for (Reply reply : List.of(
                api.post("/logstream/events", DRAFT),
                api.post("/logstream/artifacts", "{\"kind\":\"note\",\"content\":\"x\",\"created_by\":\"a\"}"))) {
            assertProblem(reply, 503, slug);
            assertThat(Integer.parseInt(reply.header("retry-after"))).isPositive();
            assertThat(reply.text()).doesNotContain("inner");
        }
        api.log.failure = null;
        assertThat(api.post("/logstream/events", DRAFT).status()).isEqualTo(201);
    }

    @Test
    void whatNobodyExpectedIsAnsweredWithoutItsText() {
        api.log.failure = new IllegalStateException("inner text");
        Reply reply = api.post("/logstream/events", DRAFT);
        assertProblem(reply, 500, "internal");
        assertThat(reply.text()).doesNotContain("inner text").doesNotContain("Exception");
    }
}
