package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Artifact;
import io.meshlog.op.CanonicalText;
import io.meshlog.op.Digest;
import io.meshlog.op.Draft;
import io.meshlog.op.Event;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.op.KeyedId;
import io.meshlog.op.Op;
import io.meshlog.wire.ArtifactCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Invariants K1, K2, K3. */
@DisplayName("§4 retries are safe")
@Tag("case-O01")
final class KeysTest {
    private static final String AGENT = "agent@everywhere";
    private static final String ID = KeyedId.event(AGENT, "k");

    private final TestNode here = new TestNode("here");
    private final TestNode there = new TestNode("there");

    private static Draft draft(String key, String body, String... artifactIds) {
        return stating(key, body, null, "{}", artifactIds);
    }

    private static Draft stating(String key, String body, String status, String metadata, String... artifactIds) {
        return new Draft(
                new Event.Routing("s", "r", null, AGENT, null, null),
                "note",
                status,
                null,
                null,
                body,
                metadata,
                List.of(artifactIds),
                key);
    }

    private static Artifact artifact(String id, String kind, String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        Fields fields = Fields.of(new TreeMap<>())
                .with("id", JsonText.quote(id))
                .with("kind", JsonText.quote(kind))
                .with("created_by", JsonText.quote(AGENT))
                .with("created_at", "\"at first\"");
        return ArtifactCodec.of(fields, content, Digest.sha256(bytes), bytes.length);
    }

    private static Outcome.Appended appended(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Appended.class);
        return (Outcome.Appended) outcome;
    }

    private static void assertDiffers(Outcome outcome, String... fields) {
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Differs.class, differs -> {
            assertThat(differs.id()).isEqualTo(ID);
            assertThat(differs.fields()).containsExactly(fields);
        });
    }

    @Test
    void theSameRequestAgainGivesTheStoredEvent() {
        Outcome.Appended first = appended(here.ask(draft("k", "b")));
        assertThat(first.replayed()).isFalse();
        assertThat(first.op().eventId()).isEqualTo(ID);
        here.append("something else");
        here.crash();
        here.advance(90_000);
        long commits = here.commits();
        Outcome.Appended again = appended(here.ask(draft("k", "b")));
        assertThat(again).isEqualTo(new Outcome.Appended(first.op(), first.seq(), true));
        assertThat(here.commits()).isEqualTo(commits);
        assertThat(here.log().ops()).hasSize(2);
    }

    @Test
    void anotherRequestUnderTheKeyIsRefusedAndNamesWhatDiffers() {
        here.ask(draft("k", "b"));
        assertDiffers(here.ask(stating("k", "c", "open", "{\"a\":1}")), "status", "body", "metadata");
        assertThat(here.log().ops()).hasSize(1);
        assertThat(appended(here.ask(draft("K", "c"))).replayed()).isFalse();
        assertThat(appended(here.ask(draft(null, "b"))).op().eventId()).isNotEqualTo(ID);
    }

    @Test
    void whatTheCallerDidNotSayDoesNotCount() {
        Draft said = draft("k", "b");
        Event.Routing there = new Event.Routing("s2", "r2", "t2", AGENT, "to", "c");
        appended(here.ask(said.standing(there, new TreeSet<>(List.of("stream", "room", "topic")))));
        Event.Routing moved = new Event.Routing("s3", "r3", null, AGENT, "to", "c");
        Draft again = said.standing(moved, new TreeSet<>(List.of("stream", "room", "topic")));
        assertThat(appended(here.ask(again)).op().eventOrNull().routing()).isEqualTo(there);
        assertThat(here.ask(List.of(again, again)))
                .allMatch(outcome -> appended(outcome).replayed());
        assertDiffers(here.ask(said.standing(moved, new TreeSet<>(List.of("room", "topic")))), "stream");
        assertThat(here.log().ops()).hasSize(1);
    }

    @Test
    void aRefusedRequestLeavesItsKeyFree() {
        assertThat(here.ask(draft("k", "b", "art_unknown"))).isInstanceOf(Outcome.Refused.class);
        assertThat(appended(here.ask(draft("k", "b"))).replayed()).isFalse();
    }

    @Test
    void aRequestThatIsRefusedAsAnotherOneStaysSo() {
        here.ask(draft("k", "b"));
        assertDiffers(here.ask(draft("k", "b", "art_unknown")), "artifact_ids");
    }

    @Test
    void ofTwoAtOneMomentTheSecondIsARepetitionOfTheFirst() {
        List<Outcome> outcomes = here.ask(List.of(draft("k", "b"), draft("k", "b"), draft("k", "c"), draft(null, "d")));
        Outcome.Appended first = appended(outcomes.get(0));
        assertThat(first.replayed()).isFalse();
        assertThat(outcomes.get(1)).isEqualTo(new Outcome.Appended(first.op(), first.seq(), true));
        assertDiffers(outcomes.get(2), "body");
        assertThat(here.log().ops()).hasSize(2);
    }

    @Test
    void whatWasLostBeforeItsCommitIsWrittenByTheRetry() {
        here.loseNextStep();
        assertThat(here.ask(draft("k", "b"))).isNull();
        assertThat(appended(here.ask(draft("k", "b"))).replayed()).isFalse();
    }

    @Test
    void anEventThatCameFromAnotherReplicaIsTheSame() {
        Op written = appended(there.ask(draft("k", "b"))).op();
        here.pull(there);
        assertThat(appended(here.ask(draft("k", "b")))).isEqualTo(new Outcome.Appended(written, 1, true));
        assertDiffers(here.ask(draft("k", "c")), "body");
    }

    @Test
    void replicasThatAreCutOffWriteOneEvent() {
        Op first = appended(here.ask(draft("k", "b"))).op();
        there.advance(5_000);
        Op second = appended(there.ask(draft("k", "b"))).op();
        assertThat(second.eventId()).isEqualTo(first.eventId());
        here.pull(there);
        there.pull(here);
        for (TestNode node : List.of(here, there)) {
            Facts.EventFacts event =
                    node.log().facts(node.replica().needs(asking())).events().get(ID);
            assertThat(event.carriers()).hasSize(2);
            assertThat(event.visible()).isEqualTo(OpKey.of(first));
            assertThat(node.reported(Incident.Kind.ID_CONFLICT)).isFalse();
        }
        assertThat(appended(there.ask(draft("k", "b"))).op()).isEqualTo(first);
    }

    private static Input asking() {
        return new Input.Append(List.of(new Input.Request(0, draft("k", ""), "", "", null)), 0);
    }

    /** What a client was told is stored stays stored for its retries, whoever else used its key elsewhere. */
    @Test
    void aPayloadThatReadersDoNotSeeIsARepetitionAllTheSame() {
        Op seen = appended(here.ask(draft("k", "first"))).op();
        there.advance(5_000);
        Op hidden = appended(there.ask(draft("k", "second"))).op();
        there.pull(here);
        assertThat(there.reported(Incident.Kind.ID_CONFLICT)).isTrue();
        assertThat(appended(there.ask(draft("k", "second"))).op()).isEqualTo(hidden);
        assertThat(appended(there.ask(draft("k", "first"))).op()).isEqualTo(seen);
        assertDiffers(there.ask(draft("k", "third")), "body");
    }

    @Test
    void anOpOfALaterVersionSaysMoreThanTheRequest() {
        Op plain = appended(there.ask(draft("k", "b"))).op();
        Op later = Op.loose(
                plain.origin(),
                plain.seq(),
                plain.fields().with("priority", "3").with("ttl", "null"),
                plain.reading());
        assertThat(io.meshlog.op.Difference.of(later, draft("k", "b"), id -> null))
                .containsExactly("priority");
    }

    @Test
    void artifactsAreComparedByTheirContent() {
        here.put(artifact("art_1", "log", "x"));
        here.put(artifact("art_2", "log", "x"));
        here.put(artifact("art_3", "log", "y"));
        here.ask(draft("k", "b", "art_1"));
        assertThat(appended(here.ask(draft("k", "b", "art_2"))).replayed()).isTrue();
        assertDiffers(here.ask(draft("k", "b", "art_3")), "artifact_ids");
        assertDiffers(here.ask(draft("k", "b", "art_1", "art_3")), "artifact_ids");
        assertDiffers(here.ask(draft("k", "b")), "artifact_ids");
    }

    @Test
    void anArtifactUnderAKeyIsStoredOnce() {
        String id = KeyedId.artifact(AGENT, "k", 0);
        here.put(artifact(id, "log", "x"));
        assertThat(here.lastOutcome()).isEqualTo(new Outcome.Stored(artifact(id, "log", "x"), false));
        here.crash();
        here.put(artifact(id, "log", "x"));
        assertThat(here.lastOutcome()).isEqualTo(new Outcome.Stored(artifact(id, "log", "x"), true));
        here.put(artifact(id, "note", "y"));
        assertThat(here.lastOutcome()).isEqualTo(new Outcome.Differs(id, List.of("kind", "content"), Outcome.NO_INDEX));
        assertThat(here.log().artifact(id).content()).isEqualTo("x");
    }

    // ---- batches

    @Test
    void aBatchIsWrittenAsOne() {
        Outcome outcome = here.batch(
                List.of(artifact("art_1", "log", "x")),
                List.of(draft(null, "a"), draft(null, "b", "art_1"), draft("k", "c")));
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Written.class, written -> {
            assertThat(written.replayed()).isFalse();
            assertThat(written.artifacts()).hasSize(1);
            assertThat(written.events()).extracting(Outcome.Appended::seq).containsExactly(1L, 2L, 3L);
            assertThat(written.events()).extracting(e -> e.op().seq()).containsExactly(1L, 2L, 3L);
        });
        assertThat(here.commits()).isEqualTo(1 + signatures());
        assertThat(here.log().ops().get(1).op().signedArtifact("art_1")).isEqualTo(Digest.sha256(new byte[] {'x'}));
    }

    private long signatures() {
        return here.log().ops().stream().filter(held -> held.op().sig() != null).count();
    }

    @Test
    void whereOneItemIsRefusedNothingIsWritten() {
        Outcome outcome = here.batch(
                List.of(artifact("art_1", "log", "x")), List.of(draft(null, "a"), draft(null, "b", "art_unknown")));
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Refused.class, refused -> {
            assertThat(refused.index()).isEqualTo(1);
            assertThat(refused.invalid().field()).isEqualTo("artifact_ids");
        });
        assertThat(here.log().ops()).isEmpty();
        assertThat(here.log().artifact("art_1")).isNull();
        assertThat(here.commits()).isZero();
        assertThat(here.append("next").seq()).isEqualTo(1);
    }

    @Test
    void itemsUnderOneKeyAreOneEvent() {
        Outcome outcome = here.batch(List.of(), List.of(draft("k", "a"), draft(null, "a"), draft("k", "a")));
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Written.class, written -> {
            assertThat(written.events()).extracting(Outcome.Appended::replayed).containsExactly(false, false, true);
            assertThat(written.events().get(2).op())
                    .isEqualTo(written.events().get(0).op());
        });
        assertThat(here.log().ops()).hasSize(2);
        Outcome refused = here.batch(List.of(), List.of(draft(null, "x"), draft("q", "a"), draft("q", "b")));
        assertThat(refused).isEqualTo(new Outcome.Differs(KeyedId.event(AGENT, "q"), List.of("body"), 2));
        assertThat(here.log().ops()).hasSize(2);
    }

    @Test
    void aBatchAgainIsARepetitionWhereEachOfItsItemsIs() {
        List<Draft> items = IntStream.range(0, 1_000)
                .mapToObj(i -> draft("k" + i, "body " + i))
                .toList();
        here.batch(List.of(), items.subList(0, 500));
        assertThat(((Outcome.Written) here.batch(List.of(), items)).replayed()).isFalse();
        assertThat(((Outcome.Written) here.batch(List.of(), items)).replayed()).isTrue();
        assertThat(here.log().ops()).hasSize(1_000);
    }

    /** A patch: its artifact and its event have one key. */
    @Test
    void aPatchIsOneArtifactAndOneEventOnAnyReplica() {
        String id = KeyedId.artifact(AGENT, "k", 0);
        List<Artifact> patch = List.of(artifact(id, "patch", "--- a\n"));
        here.batch(patch, List.of(draft("k", "b", id)));
        assertThat(((Outcome.Written) here.batch(patch, List.of(draft("k", "b", id)))).replayed())
                .isTrue();
        assertThat(here.batch(List.of(artifact(id, "patch", "--- b\n")), List.of(draft("k", "b", id))))
                .isEqualTo(new Outcome.Differs(id, List.of("content"), Outcome.NO_INDEX));
        // The event came, its artifact did not: the retry brings it.
        NodePeer honest = new NodePeer(here);
        there.pull(
                "here",
                q -> q instanceof Question.AskArtifact ? new Answer.ArtifactContent(null, "no") : honest.answer(q));
        assertThat(there.log().artifact(id)).isNull();
        assertDiffers(
                there.batch(List.of(artifact(id, "patch", "--- c\n")), List.of(draft("k", "b", id))), "artifact_ids");
        assertThat(there.log().artifact(id)).isNull();
        Outcome retried = there.batch(patch, List.of(draft("k", "b", id)));
        assertThat(((Outcome.Written) retried).events().get(0).replayed()).isTrue();
        assertThat(there.log().artifact(id).content()).isEqualTo("--- a\n");
        assertThat(CanonicalText.stringOrNull(there.log().artifact(id).fields().get("kind")))
                .isEqualTo("patch");
    }
}
