package io.meshlog.replica;

import io.meshlog.op.ChainSignature;
import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.vector.Frontier;
import io.meshlog.vector.Head;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Peers that lie: an honest node's answers with something in them changed. */
final class Pages {
    private Pages() {}

    /** The next op of a node, made and signed by whoever has that key. */
    static Op forged(TestNode victim, FakeKey by) {
        TestNode copy = victim.cloned("copy of " + victim.name());
        copy.signsAtOnce(false);
        Op op = copy.append("forged");
        return op.withSig(by.sign(op.origin(), op.seq(), op.chain()));
    }

    /** An honest node that serves these ops of one origin besides, and says so in its frontier. */
    static Peer serving(TestNode honest, Origin origin, List<Op> ops) {
        NodePeer peer = new NodePeer(honest);
        Op last = ops.get(ops.size() - 1);
        return question -> {
            if (question instanceof Question.AskVector) {
                return claiming(honest, new Head(origin, last.seq(), last.chain(), last.sig()));
            } else if (question instanceof Question.AskOps asked
                    && asked.origin().equals(origin)) {
                List<Op> page =
                        ops.stream().filter(op -> op.seq() > asked.after()).toList();
                return new Answer.Ops(new OpsPage(origin, page, null));
            }
            return peer.answer(question);
        };
    }

    static Answer.Vector claiming(TestNode honest, Head head) {
        VectorDocument document = NodePeer.document(honest);
        SortedMap<Origin, Head> heads = new TreeMap<>(document.frontier().heads());
        heads.put(head.origin(), head);
        Frontier frontier = new Frontier(heads, document.frontier().loose());
        return new Answer.Vector(new VectorDocument(
                document.replicaId(),
                frontier.vector(),
                frontier,
                document.boot(),
                null,
                null,
                document.floors(),
                List.of(),
                List.of()));
    }

    /** An honest node whose pages of one origin are changed. */
    static Peer changing(TestNode honest, Origin origin, UnaryOperator<List<Op>> change) {
        NodePeer peer = new NodePeer(honest);
        return question -> {
            Answer answer = peer.answer(question);
            return answer instanceof Answer.Ops ops && ops.page().origin().equals(origin)
                    ? new Answer.Ops(new OpsPage(origin, change.apply(ops.page().ops()), null))
                    : answer;
        };
    }

    static Op withChain(Op op, Digest chain) {
        return Op.chained(op.origin(), op.seq(), op.fields(), op.reading(), chain, op.sig());
    }

    static ChainSignature badSignature(Op op) {
        return FakeKey.of("someone else").sign(op.origin(), op.seq(), op.chain());
    }
}
