package io.meshlog.node.api.sync;

import static io.meshlog.node.api.write.AppendTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import io.meshlog.node.api.http.ApiConfig;
import io.meshlog.op.Op;
import io.meshlog.wire.OpCodec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spec §5.5 and §12: what nodes and references pull. */
class SyncRoutesTest {
    private static final String[] NODE = {SyncCaller.REPLICA, "rep_11111111111111111111"};
    private static final String HUB = "rep_aaaaaaaaaaaa";

    @TempDir
    private Path directory;

    private RunningApi api;

    @AfterEach
    void stop() {
        api.close();
    }

    private void start() {
        api = RunningApi.start(directory);
    }

    private void append(int count) {
        long before = api.signedSeq();
        for (int i = 0; i < count; i++) {
            api.append("\"body\":\"" + i + "\"");
        }
        // Signing follows the commit; only what is signed is told to peers.
        await().until(() -> api.signedSeq() == before + count);
    }

    private List<Op> nodePage(String query) throws Exception {
        Reply reply = api.get("/sync/ops?" + query, NODE);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return OpCodec.readPage(reply.body(), true).ops();
    }

    private static String hubEvent(long seq, String id, String more) {
        return "{\"id\":\"" + id + "\",\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\"," + more
                + "\"created_at\":\"2026-01-01T00:00:00Z\",\"origin_replica\":\"" + HUB + "\",\"origin_seq\":" + seq
                + ",\"hlc\":\"17000000" + (10_000 + seq) + "-000000-" + HUB + "\"}";
    }

    @Test
    void aHubFindsWhatItReadsFirstAndANodeTheFrontierToo() {
        start();
        append(2);
        JsonNode node = api.get("/sync/version_vector", NODE).json();
        assertThat(node.at("/replica_id").asText()).isEqualTo(api.self());
        assertThat(node.at("/version_vector/" + api.self()).asLong()).isEqualTo(2);
        assertThat(node.at("/frontier/heads/0/seq").asLong()).isEqualTo(2);
        assertThat(node.at("/frontier/heads/0/sig").asText()).isNotEmpty();
        assertThat(node.at("/boot").asText()).isEqualTo("boot");
        JsonNode reference = api.get("/sync/version_vector").json();
        assertThat(reference.properties().stream().map(e -> e.getKey()).toList())
                .startsWith("replica_id", "version_vector");
        assertThat(reference.at("/version_vector/" + api.self()).asLong()).isEqualTo(2);
    }

    @Test
    void theTagChangesWithTheFrontierAndOnlyWithIt() {
        start();
        append(1);
        Reply first = api.get("/sync/version_vector", NODE);
        String etag = first.header("etag");
        assertThat(etag).matches("\"[0-9a-f]+\"");
        for (String known : List.of(etag, "W/" + etag, "\"other\", " + etag, "*")) {
            Reply same = api.get("/sync/version_vector", NODE[0], NODE[1], "If-None-Match", known);
            assertThat(same.status()).isEqualTo(304);
            assertThat(same.body()).isEmpty();
            assertThat(same.header("etag")).isEqualTo(etag);
            assertThat(Math.abs(Long.parseLong(same.header("date-ms")) - System.currentTimeMillis()))
                    .isLessThan(60_000);
            assertThat(same.header("meshlog-replica")).isEqualTo(api.self());
            assertThat(same.header("cache-control")).isEqualTo("no-store");
        }
        append(1);
        Reply moved = api.get("/sync/version_vector", NODE[0], NODE[1], "If-None-Match", etag);
        assertThat(moved.status()).isEqualTo(200);
        assertThat(moved.header("etag")).isNotEqualTo(etag);
    }

    @Test
    void aNodePullsALineInPagesThatEndAtSignedOps() throws Exception {
        start();
        append(5);
        List<Long> seqs = new ArrayList<>();
        long after = 0;
        for (List<Op> page = nodePage("origin=" + api.self() + "&limit=2");
                !page.isEmpty();
                page = nodePage("origin=" + api.self() + "&limit=2&after=" + after)) {
            assertThat(page.get(page.size() - 1).sig()).isNotNull();
            page.forEach(op -> seqs.add(op.seq()));
            after = page.get(page.size() - 1).seq();
        }
        assertThat(seqs).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(nodePage("origin=" + api.self() + "&limit=100000")).hasSize(5);
    }

    @Test
    void aPageThatIsBoundedByBytesStillEndsAtASignedOp() throws Exception {
        api = RunningApi.start(
                directory, c -> new ApiConfig(c.host(), 0, null, List.of(), false, 10, ApiConfig.Patience.DEFAULT));
        append(4);
        List<Op> page = nodePage("origin=" + api.self());
        assertThat(page).isNotEmpty();
        assertThat(page.get(page.size() - 1).sig()).isNotNull();
        JsonNode reference = api.get("/sync/ops?origin=" + api.self()).json();
        assertThat(reference.at("/count").asInt()).isEqualTo(1);
        List<String> events = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            events.add(hubEvent(7, "same-" + i, ""));
            events.add(hubEvent(8, "next-" + i, ""));
        }
        events.sort(null);
        events.sort(java.util.Comparator.comparing(e -> e.contains("\"origin_seq\":8")));
        api.reference.pulled(HUB, events);
        assertThat(nodePage("origin=" + HUB + "&loose=1")).extracting(Op::seq).containsExactly(7L, 7L, 7L);
        assertThat(nodePage("origin=" + HUB + "&loose=1&after=7"))
                .extracting(Op::seq)
                .containsExactly(8L, 8L, 8L);
    }

    @Test
    void looseOpsArePagedApartAndOpsOfOneSeqAreNeverParted() throws Exception {
        start();
        api.reference.pulled(
                HUB,
                List.of(
                        hubEvent(3, "a", ""),
                        hubEvent(5, "b", ""),
                        hubEvent(5, "c", ""),
                        hubEvent(9, "d", "\"colour\":\"red\",")));
        assertThat(nodePage("origin=" + HUB)).isEmpty();
        assertThat(nodePage("origin=" + HUB + "&loose=1&limit=2"))
                .extracting(Op::eventId)
                .containsExactly("a", "b", "c");
        assertThat(nodePage("origin=" + HUB + "&loose=1&limit=2&after=5"))
                .extracting(Op::eventId)
                .containsExactly("d");
        String unknownKept =
                api.get("/sync/ops?origin=" + HUB + "&loose=1&after=5", NODE).text();
        assertThat(unknownKept).contains("\"colour\":\"red\"");
        // The reference sees the second op of an address under a name of its own.
        JsonNode vector = api.get("/sync/version_vector").json().at("/version_vector");
        assertThat(vector.size()).isEqualTo(2);
        String colliding = vector.properties().stream()
                .map(e -> e.getKey())
                .filter(name -> name.startsWith(HUB + "~"))
                .findFirst()
                .orElseThrow();
        JsonNode page = api.get("/sync/ops?origin=" + colliding).json();
        assertThat(page.at("/count").asInt()).isEqualTo(1);
        assertThat(page.at("/events/0/origin_replica").asText()).isEqualTo(colliding);
    }

    @Test
    void aReferenceGetsEventsWithoutChainsOrWhatOnlyWeKnow() {
        start();
        append(2);
        JsonNode page = api.get("/sync/ops?origin=" + api.self() + "&limit=1").json();
        assertThat(page.at("/origin").asText()).isEqualTo(api.self());
        assertThat(page.at("/count").asInt()).isEqualTo(1);
        JsonNode event = page.at("/events/0");
        assertThat(event.has("chain") || event.has("sig") || event.has("local") || event.has("seq"))
                .isFalse();
        assertThat(api.get("/sync/ops?origin=" + api.self() + "&after=1")
                        .json()
                        .at("/events/0/origin_seq")
                        .asLong())
                .isEqualTo(2);
    }

    @Test
    void anOriginThatAReferenceTookTwiceToItsEndIsLeftOutForItUntilItGrows() {
        start();
        append(2);
        String self = "/version_vector/" + api.self();
        for (int i = 0; i < 2; i++) {
            assertThat(api.get("/sync/version_vector").json().at(self).asLong()).isEqualTo(2);
            api.get("/sync/ops?origin=" + api.self() + "&after=0");
        }
        assertThat(api.get("/sync/version_vector").json().at(self).isMissingNode())
                .isTrue();
        assertThat(api.get("/sync/version_vector", "Authorization", "Bearer other")
                        .json()
                        .at(self)
                        .asLong())
                .isEqualTo(2);
        assertThat(api.signedSeq()).isEqualTo(2);
        append(1);
        assertThat(api.get("/sync/version_vector").json().at(self).asLong()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "'', origin",
        "origin=, origin",
        "origin=a%20b, origin",
        "origin=x&after=-1, after",
        "origin=x&after=one, after",
        "origin=x&after=, after",
        "origin=x&limit=0, limit",
        "origin=x&limit=-5, limit",
        "origin=x&limit=x, limit",
        "origin=x&origin=y, origin",
        "origin=x&colour=red, colour",
        "origin=x&loose=1, loose"
    })
    void aQuestionThatSaysNothingIsRefusedInBothLanguages(String query, String field) {
        start();
        Reply reply = api.get("/sync/ops?" + query);
        assertProblem(reply, 400, "invalid");
        assertThat(reply.json().at("/field").asText()).isEqualTo(field);
        assertThat(reply.json().at("/error").asText())
                .isEqualTo(reply.json().at("/detail").asText());
    }

    @Test
    void anUnknownOriginIsAnEmptyPage() {
        start();
        for (String[] headers : new String[][] {{}, NODE}) {
            JsonNode page = api.get("/sync/ops?origin=rep_nobody&limit=9000000000", headers)
                    .json();
            assertThat(page.at("/origin").asText()).isEqualTo("rep_nobody");
            assertThat(page.at("/count").asInt()).isZero();
            assertThat(page.at("/events").isArray()).isTrue();
        }
    }

    @Test
    void aChainPointIsGivenOrNotFound() throws Exception {
        start();
        append(2);
        Op second = nodePage("origin=" + api.self()).get(1);
        JsonNode point =
                api.get("/sync/chain?origin=" + api.self() + "&seq=2", NODE).json();
        assertThat(point.at("/chain").asText()).isEqualTo(second.chain().hex());
        assertThat(point.at("/seq").asLong()).isEqualTo(2);
        assertThat(point.at("/origin").asText()).isEqualTo(api.self());
        assertProblem(api.get("/sync/chain?origin=" + api.self() + "&seq=3", NODE), 404, "unknown-chain-point");
        assertProblem(api.get("/sync/chain?origin=rep_nobody&seq=1", NODE), 404, "unknown-chain-point");
        assertProblem(api.get("/sync/chain?origin=rep_nobody", NODE), 400, "invalid");
        assertProblem(api.get("/sync/chain?origin=rep_nobody&seq=-1", NODE), 400, "invalid");
    }

    @Test
    void anUnknownArtifactIsNotFoundInBothLanguages() {
        start();
        Reply reply = api.get("/sync/artifact?id=art_nowhere");
        assertProblem(reply, 404, "unknown-artifact");
        assertThat(reply.json().at("/error").asText()).isNotEmpty();
        assertProblem(api.get("/sync/artifact"), 400, "invalid");
    }

    @Test
    void nodesOfAnotherMeshAreRefusedAndOthersAreHeard() {
        api = RunningApi.ofMesh(directory, "büro");
        Reply other = api.get("/sync/version_vector", NODE[0], NODE[1], SyncCaller.MESH, "home");
        assertProblem(other, 403, "other-mesh");
        assertThat(other.json().at("/error").asText()).isNotEmpty();
        assertThat(other.header("meshlog-replica")).isEqualTo(api.self());
        assertProblem(api.get("/sync/ops?origin=x", NODE[0], NODE[1], SyncCaller.MESH, "b%FCro"), 400, "invalid");
        assertThat(api.estate.heard).isEmpty();
        Reply ours = api.get("/sync/version_vector", NODE[0], NODE[1], SyncCaller.MESH, "b%C3%BCro");
        assertThat(ours.status()).isEqualTo(200);
        assertThat(ours.header("meshlog-mesh")).isEqualToIgnoringCase("b%c3%bcro");
        assertThat(api.get("/sync/version_vector", NODE).status()).isEqualTo(200);
        assertThat(api.get("/sync/version_vector").status()).isEqualTo(200);
        assertThat(api.estate.heard).containsExactly(NODE[1], NODE[1]);
        assertProblem(api.get("/sync/version_vector", SyncCaller.REPLICA, "a b"), 400, "invalid");
    }

    @Test
    void syncAnswersAreNeverCachedAndSayWhoseTheyAreToNodesOnly() {
        start();
        for (String path :
                List.of("/sync/version_vector", "/sync/ops?origin=x", "/sync/peers", "/sync/artifact?id=x")) {
            Reply node = api.get(path, NODE);
            assertThat(node.header("cache-control")).isEqualTo("no-store");
            assertThat(node.header("meshlog-replica")).isEqualTo(api.self());
            assertThat(node.header("date-ms")).isNotNull();
            assertThat(api.get(path).header("meshlog-replica")).isNull();
        }
    }

    @Test
    void artifactsThatAreNotHereHoldTheReferenceViewBackAndAreSaid() throws Exception {
        start();
        api.reference.pulled(
                HUB,
                List.of(
                        hubEvent(1, "a", ""),
                        hubEvent(2, "b", "\"artifact_ids\":[\"art_lost\"],"),
                        hubEvent(3, "c", "")));
        assertThat(api.get("/sync/version_vector")
                        .json()
                        .at("/version_vector/" + HUB)
                        .asLong())
                .isEqualTo(1);
        assertThat(api.get("/sync/ops?origin=" + HUB).json().at("/count").asInt())
                .isEqualTo(1);
        assertThat(nodePage("origin=" + HUB + "&loose=1")).hasSize(3);
        assertThat(api.get("/logstream/events/b")
                        .json()
                        .at("/event/local/pending/0")
                        .asText())
                .isEqualTo("art_lost");
        JsonNode status = api.get("/statusz").json();
        assertThat(status.at("/pending/count").asInt()).isEqualTo(1);
        assertThat(status.at("/pending/artifacts/0/id").asText()).isEqualTo("art_lost");
        assertThat(status.at("/status").asText()).isEqualTo("held");
    }
}
