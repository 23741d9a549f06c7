package io.meshlog.replica;

import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.op.Limits;
import io.meshlog.op.Op;
import io.meshlog.wire.ArtifactCodec;
import io.meshlog.wire.OpCodec;
import io.meshlog.wire.ProtocolException;
import io.meshlog.wire.VectorCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;

/** A node as its peers see it: served from its log and from what it published, through the JSON of the wire. */
public final class NodePeer implements Peer, Question.Handler<Answer> {
    private final TestNode node;
    private String lastTold = "";

    public NodePeer(TestNode node) {
        this.node = node;
    }

    @Override
    public Answer answer(Question question) {
        return question.dispatchTo(this);
    }

    /** What the node says of itself. */
    public static VectorDocument document(TestNode node) {
        Served told = node.told();
        return new VectorDocument(
                told.self().name(),
                told.frontier().vector(),
                told.frontier(),
                node.boot(),
                null,
                node.name(),
                new TreeMap<>(),
                List.of("delta"),
                told.successions());
    }

    @Override
    public Answer vector(Question.AskVector question) {
        String text = VectorCodec.write(document(node));
        if (question.isConditional() && text.equals(lastTold)) {
            return new Answer.VectorUnchanged();
        }
        lastTold = text;
        return decoded(() -> new Answer.Vector(VectorCodec.read(utf8(text))));
    }

    @Override
    public Answer ops(Question.AskOps asked) {
        List<Op> page = asked.loose()
                ? PageCut.loose(
                        node.log().loose(asked.origin(), asked.after(), asked.limit() + Limits.COLLISIONS_MAX, 1 << 23),
                        asked.limit())
                : PageCut.chained(
                        node.log()
                                .chained(
                                        asked.origin(),
                                        asked.after(),
                                        asked.limit() + Limits.PAGE_OVERRUN_OPS_MAX,
                                        1 << 23),
                        asked.limit());
        String text =
                OpCodec.page(asked.origin(), page.stream().map(OpCodec::toNode).toList());
        return decoded(() -> new Answer.Ops(OpCodec.readPage(utf8(text), !asked.loose())));
    }

    @Override
    public Answer chain(Question.AskChain asked) {
        Digest chain = node.log().chainAt(asked.origin(), asked.seq());
        return new Answer.ChainPoint(chain);
    }

    @Override
    public Answer artifact(Question.AskArtifact asked) {
        Artifact artifact = node.log().artifact(asked.id());
        if (artifact == null) {
            return new Answer.ArtifactContent(null, null);
        }
        String text = "{\"artifact\":" + ArtifactCodec.write(artifact) + "}";
        return decoded(() -> ArtifactCodec.read(utf8(text), asked.id()));
    }

    private interface Decode {
        Answer get() throws ProtocolException;
    }

    private static Answer decoded(Decode decode) {
        try {
            return decode.get();
        } catch (ProtocolException e) {
            throw new AssertionError("a node wrote what cannot be read", e);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
