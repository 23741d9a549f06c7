package io.meshlog.node.sync;

import io.meshlog.op.Digest;
import io.meshlog.replica.Served;
import io.meshlog.replica.VectorDocument;
import io.meshlog.wire.VectorCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
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

    private record Told(Served served, VectorDocument document, String etag) {}

    /** @param boot a nonce of this process */
    public Telling(String boot, @Nullable String mesh, @Nullable String name) {
        this.boot = boot;
        this.mesh = mesh;
        this.name = name;
    }

    void publish(Served served) {
        Told before = told;
        boolean same = before != null
                && before.served.self().equals(served.self())
                && before.served.successions().equals(served.successions())
                && before.served.frontier().equals(served.frontier());
        if (before != null && same) {
            told = new Told(served, before.document, before.etag);
            return;
        }
        VectorDocument document = new VectorDocument(
                served.self().name(),
                served.frontier().vector(),
                served.frontier(),
                boot,
                mesh,
                name,
                new TreeMap<>(),
                FEATURES,
                served.successions());
        byte[] bytes = VectorCodec.write(document).getBytes(StandardCharsets.UTF_8);
        told = new Told(served, document, '"' + Digest.sha256(bytes).hex().substring(0, 32) + '"');
    }

    public Served served() {
        return required().served;
    }

    VectorDocument document() {
        return required().document;
    }

    String etag() {
        return required().etag;
    }

    private Told required() {
        Told now = told;
        if (now == null) {
            throw new IllegalStateException("nothing was published yet");
        }
        return now;
    }
}
