package io.meshlog.replica;

import static io.meshlog.wire.OpTexts.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.op.Op;
import io.meshlog.wire.ArtifactCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Invariants R2 and R4. */
@DisplayName("§5.1 artifacts land before the events that name them, or are pending")
final class ArtifactsTest {
    private static final String LOOSE = "rep_91b72265b1f5";

    private final TestNode author = new TestNode("author");
    private final TestNode node = new TestNode("node");

    private static Artifact artifact(String id, String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        Fields fields =
                Fields.of(new TreeMap<>()).with("id", JsonText.quote(id)).with("kind", "\"log\"");
        return ArtifactCodec.of(fields, content, Digest.sha256(bytes), bytes.length);
    }

    private static List<String> pendingAt(TestNode node) {
        return node
                .log()
                .facts(new Needs(
                        new TreeMap<>(),
                        new TreeMap<>(),
                        new java.util.TreeSet<>(),
                        new java.util.TreeSet<>(),
                        new java.util.TreeSet<>(),
                        new java.util.TreeSet<>(),
                        "",
                        99))
                .pendingArtifacts()
                .stream()
                .map(Facts.PendingArtifact::id)
                .toList();
    }

    private Op authored(String... ids) {
        for (String id : ids) {
            author.put(artifact(id, "content of " + id));
        }
        return author.append("evt_with", "see there", List.of(ids));
    }

    /** An honest author that serves something else, or nothing, for an artifact. */
    private Peer serving(Artifact instead) {
        NodePeer honest = new NodePeer(author);
        return q -> q instanceof Question.AskArtifact
                ? new Answer.ArtifactContent(instead, "not served")
                : honest.answer(q);
    }

    @Test
    void contentComesWithTheEventThatNamesIt() {
        Op op = authored("art_1", "art_2");
        assertThat(op.eventOrNull().stamp().artifacts()).hasSize(2);
        RoundResult result = node.pull(author);
        assertThat(result.artifacts()).isEqualTo(2);
        assertThat(node.log().artifact("art_1")).isEqualTo(author.log().artifact("art_1"));
        assertThat(pendingAt(node)).isEmpty();
        assertThat(node.reported(Incident.Kind.ARTIFACT_PENDING)).isFalse();
    }

    @Test
    void anEventWhoseArtifactNobodyServesIsShownAsPending() {
        authored("art_1");
        author.append("evt_next", "on it goes", List.of());
        RoundResult result = node.pull("author", serving(null));
        assertThat(result.failure()).isNull();
        assertThat(node.log().events()).hasSize(2);
        assertThat(pendingAt(node)).containsExactly("art_1");
        assertThat(node.reported(Incident.Kind.ARTIFACT_PENDING)).isTrue();
    }

    @Test
    void aPendingArtifactIsTakenFromWhicheverPeerHasIt() {
        authored("art_1");
        node.pull("author", serving(null));
        long positions = node.told().tipSeq();
        TestNode third = new TestNode("third");
        third.pull(author);
        RoundResult result = node.pull(third);
        assertThat(result.artifacts()).isEqualTo(1);
        assertThat(node.log().has("art_1")).isTrue();
        assertThat(pendingAt(node)).isEmpty();
        assertThat(node.told().tipSeq()).isEqualTo(positions);
    }

    @Test
    void everyPendingArtifactHasItsTurn() {
        TestNode many = new TestNode("many");
        for (int i = 10; i < 60; i++) {
            many.put(artifact("art_" + i, "c" + i));
            many.append("evt_" + i, "x", List.of("art_" + i));
        }
        NodePeer honest = new NodePeer(many);
        node.pull(
                "many",
                q -> q instanceof Question.AskArtifact ? new Answer.ArtifactContent(null, null) : honest.answer(q));
        assertThat(pendingAt(node)).hasSize(50);
        for (int round = 0; round < 4; round++) {
            node.pull("many again", new NodePeer(many));
        }
        assertThat(pendingAt(node)).isEmpty();
    }

    @Test
    void anArtifactThatWasNotAskedForIsNotTaken() {
        authored("art_1");
        RoundResult result = node.pull("author", serving(artifact("art_2", "content of art_1")));
        assertThat(node.log().has("art_2")).isFalse();
        assertThat(pendingAt(node)).containsExactly("art_1");
        assertThat(result.succeeded()).isTrue();
        assertThat(refused()).singleElement().asString().contains("art_1", "art_2");
    }

    /** The page that waits for the artifact is taken with facts about the page, whatever the answer is about. */
    @Test
    void anAnswerOfAnotherKindWhileAPageWaitsMisleadsNothing() {
        authored("art_1");
        TestNode other = new TestNode("other");
        other.append("evt_shared", "of another", List.of());
        author.append("evt_shared", "of the author", List.of());
        node.pull(other);
        NodePeer honest = new NodePeer(author);
        node.pull(
                "author",
                question -> question instanceof Question.AskArtifact
                        ? new Answer.Ops(new OpsPage(other.id(), List.of(), null))
                        : honest.answer(question));
        assertThat(pendingAt(node)).containsExactly("art_1");
        assertThat(node.deliveries().stream()
                        .filter(row -> row.eventId().equals("evt_shared"))
                        .reduce((first, second) -> second)
                        .orElseThrow()
                        .conflict())
                .isTrue();
    }

    @Test
    void contentOfAnotherDigestThanTheSignedOneIsRefused() {
        authored("art_1");
        RoundResult result = node.pull("author", serving(artifact("art_1", "something else")));
        assertThat(node.log().has("art_1")).isFalse();
        assertThat(pendingAt(node)).containsExactly("art_1");
        assertThat(result.succeeded()).isTrue();
        assertThat(refused()).singleElement().asString().contains("art_1", "sha256");
    }

    private List<String> refused() {
        return node.incidents().stream()
                .filter(incident -> incident.kind() == Incident.Kind.ARTIFACT_REFUSED)
                .map(Incident::detail)
                .toList();
    }

    /** Else two contents under one id, both signed, would slow down every round for ever. */
    @Test
    void pendingContentOfAnotherDigestThanTheSignedOneIsRefusedToo() {
        authored("art_1");
        node.pull("author", serving(null));
        node.crash();
        RoundResult result = node.pull("author", serving(artifact("art_1", "something else")));
        assertThat(node.log().has("art_1")).isFalse();
        assertThat(result.succeeded()).as("%s", result).isTrue();
        assertThat(refused()).last().asString().contains("art_1", "sha256");
        node.pull("author once more", new NodePeer(author));
        assertThat(node.log().artifact("art_1").content()).isEqualTo("content of art_1");
    }

    /** A relay that has seen the op can send something else under its artifact's id before the op itself arrives. */
    private void plant(String id, String content) {
        ReferencePeer hub =
                new ReferencePeer("rep_hub").op(LOOSE, 1, event(LOOSE, 1, ",\"artifact_ids\":[\"" + id + "\"]"));
        hub.artifact(id, ArtifactCodec.write(artifact(id, content)));
        node.pull("hub", hub);
        assertThat(node.log().artifact(id).content()).isEqualTo(content);
    }

    @Test
    void plantedContentDoesNotStandForWhatTheOpWasSignedWith() {
        authored("art_1");
        plant("art_1", "planted");
        node.pull("author", serving(null));
        assertThat(pendingAt(node)).containsExactly("art_1");
        assertThat(node.reported(Incident.Kind.ARTIFACT_PENDING)).isTrue();
    }

    @Test
    void signedContentTakesThePlaceOfPlantedContent() {
        authored("art_1");
        plant("art_1", "planted");
        node.pull(author);
        node.pull(author);
        assertThat(node.log().artifact("art_1").content()).isEqualTo("content of art_1");
        assertThat(pendingAt(node)).isEmpty();
    }

    @Test
    void provenContentStaysWhateverElseIsSignedUnderItsId() {
        authored("art_1");
        node.pull(author);
        TestNode liar = new TestNode("liar");
        liar.put(artifact("art_1", "another"));
        liar.append("evt_liar", "see here", List.of("art_1"));
        node.pull(liar);
        node.pull(liar);
        assertThat(node.log().artifact("art_1").content()).isEqualTo("content of art_1");
        assertThat(pendingAt(node)).containsExactly("art_1");
    }

    @Test
    void aReferencesArtifactIsTakenByItsOwnDigest() {
        ReferencePeer hub =
                new ReferencePeer("rep_hub").op(LOOSE, 1, event(LOOSE, 1, ",\"artifact_ids\":[\"art_9\",\"art_8\"]"));
        hub.artifact("art_9", ArtifactCodec.write(artifact("art_9", "nine")));
        hub.artifact("art_8", ArtifactCodec.write(artifact("art_8", "eight")).replace("eight", "seven"));
        node.pull("hub", hub);
        assertThat(node.log().has("art_9")).isTrue();
        assertThat(pendingAt(node)).containsExactly("art_8");
        hub.artifact("art_8", ArtifactCodec.write(artifact("art_8", "eight")));
        node.pull("hub", hub);
        assertThat(pendingAt(node)).isEmpty();
    }

    @Test
    void anEventCannotNameWhatIsNotHere() {
        assertThat(author.append("evt_1", "x", List.of("art_missing"))).isNull();
        assertThat(author.lastOutcome())
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> assertThat(refused.invalid().field()).isEqualTo("artifact_ids"));
        authored("art_1");
        author.put(artifact("art_1", "other content"));
        assertThat(author.lastOutcome()).isInstanceOf(Outcome.Refused.class);
        assertThat(author.log().artifact("art_1").content()).isEqualTo("content of art_1");
    }
}
