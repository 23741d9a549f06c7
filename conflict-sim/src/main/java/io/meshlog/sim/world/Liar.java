package io.meshlog.sim.world;

import io.meshlog.op.Artifact;
import io.meshlog.op.Canonical;
import io.meshlog.op.ChainSignature;
import io.meshlog.op.Digest;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Answer;
import io.meshlog.replica.OpsPage;
import io.meshlog.replica.Question;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.VectorDocument;
import io.meshlog.sim.workload.LieKind;
import io.meshlog.vector.Chain;
import io.meshlog.vector.Frontier;
import io.meshlog.vector.Head;
import io.meshlog.wire.OpReading;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns honest answers into lies. A liar knows every public key and every op, and has no key but its own. Confined to
 * its run.
 */
final class Liar {
    private static final SimKey FORGER = SimKey.of("a forger");

    private final SortedMap<String, List<VectorDocument>> told = new TreeMap<>();

    /** Remembers what a peer told, to tell it again later. */
    void heard(String peer, Answer answer) {
        if (answer instanceof Answer.Vector vector) {
            List<VectorDocument> of = told.computeIfAbsent(peer, p -> new ArrayList<>());
            of.add(vector.document());
            if (of.size() > 8) {
                of.remove(4);
            }
        }
    }

    /** @return null where this lie does not fit the question, or would be the truth */
    @Nullable
    Answer lie(LieKind kind, String peer, Endpoint asker, Question question, Answer honest) {
        if (honest instanceof Answer.Vector vector) {
            return vectorLie(kind, peer, asker, vector.document());
        } else if (honest instanceof Answer.Ops ops && !ops.page().ops().isEmpty()) {
            List<Op> lied = pageLie(kind, ops.page().ops());
            return lied == null ? null : new Answer.Ops(new OpsPage(ops.page().origin(), lied, null));
        } else if (honest instanceof Answer.ChainPoint point && kind == LieKind.WRONG_CHAIN) {
            return new Answer.ChainPoint(
                    Digest.sha256(String.valueOf(point.chain()).getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        } else if (honest instanceof Answer.ArtifactContent content
                && content.artifact() != null
                && kind == LieKind.WRONG_CONTENT) {
            return new Answer.ArtifactContent(other(content.artifact()), null);
        }
        return null;
    }

    private @Nullable Answer vectorLie(LieKind kind, String peer, Endpoint asker, VectorDocument honest) {
        Frontier frontier = honest.frontier();
        if (frontier == null) {
            return null;
        }
        if (kind == LieKind.STALE_VECTOR) {
            List<VectorDocument> earlier = told.getOrDefault(peer, List.of());
            return earlier.isEmpty() || earlier.get(0).equals(honest)
                    ? null
                    : new Answer.Vector(withFrontier(honest, earlier.get(0).frontier()));
        } else if (kind == LieKind.HIGH_VECTOR) {
            SortedMap<Origin, Head> heads = new TreeMap<>(frontier.heads());
            heads.replaceAll((origin, head) -> new Head(
                    origin, head.seq() + 3, Digest.sha256(head.chain().bytes()), forged(origin, head.seq() + 3)));
            return new Answer.Vector(withFrontier(honest, new Frontier(heads, frontier.loose())));
        } else if (kind == LieKind.OWN_HEAD && asker instanceof SimReplica replica) {
            Origin own = replica.id();
            SortedMap<Origin, Head> heads = new TreeMap<>(frontier.heads());
            Head before = heads.get(own);
            long seq = before == null ? 1 : before.seq() + 1;
            heads.put(
                    own,
                    new Head(
                            own,
                            seq,
                            Digest.sha256(own.name().getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                            forged(own, seq)));
            return new Answer.Vector(withFrontier(honest, new Frontier(heads, frontier.loose())));
        }
        return kind == LieKind.OWN_SIGNATURE && asker instanceof SimReplica replica
                ? ownSignature(replica, honest, frontier)
                : null;
    }

    private static @Nullable Answer ownSignature(SimReplica asker, VectorDocument honest, Frontier frontier) {
        List<RecoveredState.UnsignedOp> unsigned = asker.log().recover().unsigned();
        if (unsigned.isEmpty()) {
            return null;
        }
        RecoveredState.UnsignedOp last = unsigned.get(unsigned.size() - 1);
        SortedMap<Origin, Head> heads = new TreeMap<>(frontier.heads());
        heads.put(
                last.line(),
                new Head(
                        last.line(),
                        last.seq(),
                        last.chain(),
                        forged(last.line().base(), last.seq())));
        return new Answer.Vector(withFrontier(honest, new Frontier(heads, frontier.loose())));
    }

    private static VectorDocument withFrontier(VectorDocument of, @Nullable Frontier frontier) {
        return new VectorDocument(
                of.replicaId(),
                frontier == null ? of.vector() : frontier.vector(),
                frontier,
                of.boot(),
                of.mesh(),
                of.name(),
                of.floors(),
                of.features(),
                of.successions());
    }

    /** Signed, but by nobody whose word counts there. */
    private static ChainSignature forged(Origin origin, long seq) {
        return FORGER.sign(origin, seq, Digest.ZERO);
    }

    private static @Nullable List<Op> pageLie(LieKind kind, List<Op> honest) {
        List<Op> ops = new ArrayList<>(honest);
        Op last = honest.get(honest.size() - 1);
        if (!last.isChained()) {
            return null;
        }
        switch (kind) {
            case HOLE -> {
                if (ops.size() < 3) {
                    return null;
                }
                ops.remove(ops.size() / 2);
            }
            case OTHER_ORIGIN ->
                ops.set(
                        ops.size() - 1,
                        Op.chained(
                                FORGER.origin(),
                                last.seq(),
                                last.fields(),
                                last.reading(),
                                Digest.sha256(last.digest().bytes()),
                                last.sig()));
            case UNSIGNED -> ops.replaceAll(op -> op.withSig(null));
            case FORGED_OP -> ops.add(following(last));
            case TAMPERED -> ops.set(ops.size() / 2, tampered(ops.get(ops.size() / 2)));
            default -> {
                return null;
            }
        }
        return ops;
    }

    /** An op that nobody wrote: it follows well, only its signature is another's. */
    private static Op following(Op last) {
        Fields fields = last.fields()
                .with("origin_seq", Long.toString(last.seq() + 1))
                .with("id", JsonText.quote("evt_forged_" + last.seq()))
                .with("body", "\"nobody wrote this\"");
        Digest parent = java.util.Objects.requireNonNull(last.chain());
        Digest chain = Chain.next(parent, Canonical.bytes(fields));
        return Op.chained(
                last.origin(),
                last.seq() + 1,
                fields,
                OpReading.read(last.origin(), fields),
                chain,
                FORGER.sign(last.origin(), last.seq() + 1, chain));
    }

    private static Op tampered(Op op) {
        Fields fields = op.fields().with("body", "\"somebody else's words\"");
        return Op.chained(
                op.origin(),
                op.seq(),
                fields,
                OpReading.read(op.origin(), fields),
                java.util.Objects.requireNonNull(op.chain()),
                op.sig());
    }

    private static Artifact other(Artifact artifact) {
        String content = artifact.content() + " and more";
        byte[] bytes = content.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        Digest sha256 = Digest.sha256(bytes);
        return new Artifact(
                artifact.id(),
                artifact.kind(),
                sha256,
                bytes.length,
                content,
                artifact.createdBy(),
                artifact.createdAt(),
                artifact.originReplica(),
                artifact.metadata(),
                artifact.fields()
                        .with("sha256", JsonText.quote(sha256.hex()))
                        .with("size_bytes", Long.toString(bytes.length)));
    }
}
