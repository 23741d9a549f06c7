package io.meshlog.sim.world;

import io.meshlog.op.Artifact;
import io.meshlog.op.Limits;
import io.meshlog.op.Op;
import io.meshlog.replica.Answer;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.OpsPage;
import io.meshlog.replica.PageCut;
import io.meshlog.replica.Question;
import io.meshlog.replica.VectorDocument;
import io.meshlog.wire.ArtifactCodec;
import io.meshlog.wire.OpCodec;
import io.meshlog.wire.ProtocolException;
import io.meshlog.wire.VectorCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers another node's questions from a log and from what was published last, as the program's routes do.
 *
 * @param json whether answers go through the text of the wire
 * @param damage what happens to that text
 */
record Serving(OpLog log, VectorDocument told, @Nullable VectorDocument known, boolean json, Damage damage)
        implements Question.Handler<Answer> {
    private static final long PAGE_BYTES = Limits.PAGE_BYTES_MAX;

    @Override
    public Answer vector(Question.AskVector question) {
        if (told.equals(known)) {
            return plain(new Answer.VectorUnchanged());
        }
        return json
                ? decoded(() -> new Answer.Vector(VectorCodec.read(damaged(VectorCodec.write(told)))))
                : plain(new Answer.Vector(told));
    }

    @Override
    public Answer ops(Question.AskOps asked) {
        int limit = asked.limit();
        List<Op> page = asked.loose()
                ? PageCut.loose(
                        log.loose(asked.origin(), asked.after(), limit + Limits.COLLISIONS_MAX, PAGE_BYTES), limit)
                : PageCut.chained(
                        log.chained(asked.origin(), asked.after(), limit + Limits.PAGE_OVERRUN_OPS_MAX, PAGE_BYTES),
                        limit);
        if (!json) {
            return plain(new Answer.Ops(new OpsPage(asked.origin(), List.copyOf(page), null)));
        }
        List<String> nodes = new ArrayList<>(page.size());
        page.forEach(op -> nodes.add(OpCodec.toNode(op)));
        String text = OpCodec.page(asked.origin(), nodes);
        return decoded(() -> new Answer.Ops(OpCodec.readPage(damaged(text), !asked.loose())));
    }

    @Override
    public Answer chain(Question.AskChain asked) {
        return plain(new Answer.ChainPoint(log.chainAt(asked.origin(), asked.seq())));
    }

    @Override
    public Answer artifact(Question.AskArtifact asked) {
        Artifact artifact = log.artifact(asked.id());
        if (artifact == null) {
            return plain(new Answer.ArtifactContent(null, null));
        }
        return json
                ? decoded(() ->
                        ArtifactCodec.read(damaged("{\"artifact\":" + ArtifactCodec.write(artifact) + "}"), asked.id()))
                : plain(new Answer.ArtifactContent(artifact, null));
    }

    private byte[] damaged(String text) {
        return utf8(damage.to(text));
    }

    /** What does not go through a text arrives as it is or not at all. */
    private Answer plain(Answer answer) {
        return damage == Damage.NONE ? answer : damage.failed();
    }

    /** Decodes a text of the wire. */
    interface Decode {
        Answer get() throws ProtocolException;
    }

    /** What is not the protocol is a failed round. */
    static Answer decoded(Decode decode) {
        try {
            return decode.get();
        } catch (ProtocolException e) {
            return new Answer.Failed("not the peer's protocol: " + e.getMessage());
        }
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
