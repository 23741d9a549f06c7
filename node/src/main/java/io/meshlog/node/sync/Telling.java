package io.meshlog.node.sync;

import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import io.meshlog.replica.Served;
import io.meshlog.replica.VectorDocument;
import io.meshlog.wire.VectorCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What this replica tells of itself: always the last durable commit's. Published by the log's thread, read by any.
 */
public final class Telling {
    /** What this version can do beyond plain pulls (spec §12). */
    private static final List<String> FEATURES = List.of("gzip");

    private final String boot;
    private final @Nullable String mesh;
    private final @Nullable String name;
    private volatile @Nullable Told told;

    // Waits for own ops to be proved, by the seq that is waited for; guarded by itself.
    private final Deque<Proof> proofs = new ArrayDeque<>();

    /** What is told as of one commit; its tag is computed when it is first asked for. */
    private static final class Told {
        private final Served served;
        private final VectorDocument document;
        private @Nullable String etag;

        Told(Served served, VectorDocument document) {
            this.served = served;
            this.document = document;
        }

        synchronized String etag() {
            String tag = etag;
            if (tag == null) {
                tag = etagOf(document);
                etag = tag;
            }
            return tag;
        }
    }

    private record Proof(Origin self, long seq, CompletableFuture<Void> done) {}

    /** @param boot a nonce of this process */
    public Telling(String boot, @Nullable String mesh, @Nullable String name) {
        this.boot = boot;
        this.mesh = mesh;
        this.name = name;
    }

    void publish(Served served) {
        told = telling(served);
        List<Proof> over = new ArrayList<>();
        synchronized (proofs) {
            proofs.removeIf(proof -> isOver(proof, served) && over.add(proof));
        }
        over.forEach(proof -> proof.done.complete(null));
    }

    /** Completes once every own op of now is proved, and so told to peers. */
    CompletableFuture<Void> proved() {
        synchronized (proofs) {
            Served now = served();
            Proof proof = new Proof(now.self(), now.ownSeq(), new CompletableFuture<>());
            if (isOver(proof, now)) {
                proof.done.complete(null);
            } else {
                proofs.add(proof);
            }
            return proof.done;
        }
    }

    private static boolean isOver(Proof proof, Served served) {
        return !proof.self.equals(served.self()) || served.ownProvedSeq() >= proof.seq;
    }

    private Told telling(Served served) {
        Told before = told;
        boolean same = before != null
                && before.served.self().equals(served.self())
                && before.served.successions().equals(served.successions())
                && before.served.frontier().equals(served.frontier());
        if (before != null && same) {
            return new Told(served, before.document);
        }
        return new Told(
                served,
                new VectorDocument(
                        served.self().name(),
                        served.frontier().vector(),
                        served.frontier(),
                        boot,
                        mesh,
                        name,
                        new TreeMap<>(),
                        FEATURES,
                        served.successions()));
    }

    /** A strong tag, quoted: equal exactly for equal documents. */
    public static String etagOf(VectorDocument document) {
        byte[] bytes = VectorCodec.write(document).getBytes(StandardCharsets.UTF_8);
        return '"' + Digest.sha256(bytes).hex().substring(0, 32) + '"';
    }

    public Served served() {
        return required().served;
    }

    VectorDocument document() {
        return required().document;
    }

    String etag() {
        return required().etag();
    }

    private Told required() {
        Told now = told;
        if (now == null) {
            throw new IllegalStateException("nothing was published yet");
        }
        return now;
    }
}
