package io.meshlog.node.api;

import io.meshlog.drive.Ticket;
import io.meshlog.node.sync.PeerPort;
import io.meshlog.node.sync.RoundPort;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Answer;
import io.meshlog.replica.OpsPage;
import io.meshlog.replica.Question;
import io.meshlog.replica.RoundResult;
import io.meshlog.replica.VectorDocument;
import io.meshlog.vector.VersionVector;
import io.meshlog.wire.OpCodec;
import io.meshlog.wire.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A reference hub as a peer: the ops that a test gives it, and no artifacts. Puts loose ops into a log. */
public final class ScriptedReference implements PeerPort {
    private static final String NAME = "hub";

    private final SortedMap<Origin, List<Op>> ops = new TreeMap<>();
    private @Nullable RoundPort asker;
    private CompletableFuture<RoundResult> round = new CompletableFuture<>();

    public void answersTo(RoundPort driver) {
        asker = driver;
    }

    /** Runs one round in which the hub has these ops of an origin. @param events JSON objects */
    public void pulled(String origin, List<String> events) throws Exception {
        String page = OpCodec.page(new Origin(origin), events);
        ops.put(
                new Origin(origin),
                OpCodec.readPage(page.getBytes(StandardCharsets.UTF_8), false).ops());
        round = new CompletableFuture<>();
        asker.startRound(NAME);
        RoundResult ended = round.get(20, TimeUnit.SECONDS);
        if (ended.failure() != null) {
            throw new ProtocolException(ended.failure());
        }
    }

    @Override
    public void ask(Ticket ticket, Question question) {
        asker.heard(ticket, question.dispatchTo(new Answers()));
    }

    @Override
    public void taken(Ticket ticket, Answer answer) {}

    @Override
    public void roundEnded(String peer, RoundResult result) {
        round.complete(result);
    }

    @Override
    public void roundLost(String peer, String reason) {
        round.completeExceptionally(new IllegalStateException(reason));
    }

    private final class Answers implements Question.Handler<Answer> {
        @Override
        public Answer vector(Question.AskVector question) {
            SortedMap<Origin, Long> tops = new TreeMap<>();
            ops.forEach(
                    (origin, held) -> tops.put(origin, held.get(held.size() - 1).seq()));
            return new Answer.Vector(new VectorDocument(
                    "rep_0123456789ab",
                    VersionVector.of(tops),
                    null,
                    null,
                    null,
                    null,
                    new TreeMap<>(),
                    List.of(),
                    List.of()));
        }

        @Override
        public Answer ops(Question.AskOps question) {
            List<Op> page = ops.getOrDefault(question.origin(), List.of()).stream()
                    .filter(op -> op.seq() > question.after())
                    .limit(question.limit())
                    .toList();
            return new Answer.Ops(new OpsPage(question.origin(), page, null));
        }

        @Override
        public Answer chain(Question.AskChain question) {
            return new Answer.ChainPoint(null);
        }

        @Override
        public Answer artifact(Question.AskArtifact question) {
            return new Answer.ArtifactContent(null, "the hub has no artifacts");
        }
    }
}
