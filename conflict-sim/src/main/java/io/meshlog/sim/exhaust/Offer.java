package io.meshlog.sim.exhaust;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Answer;
import io.meshlog.replica.OpsPage;
import io.meshlog.replica.Question;
import io.meshlog.replica.VectorDocument;
import io.meshlog.vector.Frontier;
import io.meshlog.vector.Head;
import io.meshlog.vector.LooseSummary;
import io.meshlog.vector.VersionVector;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A peer that holds one op and what comes before it in its chain, and serves pages of one op. Immutable. */
final class Offer implements Question.Handler<Answer> {
    private final VectorDocument document;
    private final List<Op> path;
    private final boolean loose;

    private Offer(VectorDocument document, List<Op> path, boolean loose) {
        this.document = document;
        this.path = path;
        this.loose = loose;
    }

    static Offer of(Step.Take take) {
        Op op = take.op().op();
        SortedMap<Origin, Head> heads = new TreeMap<>();
        heads.put(op.origin(), new Head(op.origin(), op.seq(), take.op().chain(), op.sig()));
        Frontier frontier = new Frontier(heads, new TreeMap<>());
        return new Offer(
                document(take.peer(), take.peerId(), frontier.vector(), frontier),
                take.op().path(),
                false);
    }

    static Offer of(Step.TakeLoose take) {
        Op op = take.op();
        if (take.fromReference()) {
            SortedMap<Origin, Long> entries = new TreeMap<>();
            entries.put(op.origin(), op.seq());
            return new Offer(document(take.peer(), take.peerId(), VersionVector.of(entries), null), List.of(op), false);
        }
        SortedMap<Origin, LooseSummary> summary = new TreeMap<>();
        summary.put(op.origin(), LooseSummary.NONE.plus(op.seq(), op.digest()));
        Frontier frontier = new Frontier(new TreeMap<>(), summary);
        return new Offer(document(take.peer(), take.peerId(), frontier.vector(), frontier), List.of(op), true);
    }

    private static VectorDocument document(String peer, String id, VersionVector vector, @Nullable Frontier frontier) {
        boolean node = frontier != null;
        return new VectorDocument(
                id,
                vector,
                frontier,
                node ? "boot of " + peer : null,
                null,
                node ? peer : null,
                new TreeMap<>(),
                List.of(),
                List.of());
    }

    @Override
    public Answer vector(Question.AskVector question) {
        return new Answer.Vector(document);
    }

    @Override
    public Answer ops(Question.AskOps asked) {
        List<Op> page = path.stream()
                .filter(op -> asked.loose() == loose && op.seq() > asked.after())
                .limit(1)
                .toList();
        return new Answer.Ops(new OpsPage(asked.origin(), page, null));
    }

    @Override
    public Answer chain(Question.AskChain asked) {
        boolean held = asked.seq() >= 1 && asked.seq() <= path.size();
        return new Answer.ChainPoint(
                held ? Objects.requireNonNull(path.get((int) asked.seq() - 1).chain()) : null);
    }

    @Override
    public Answer artifact(Question.AskArtifact asked) {
        return new Answer.ArtifactContent(null, null);
    }
}
