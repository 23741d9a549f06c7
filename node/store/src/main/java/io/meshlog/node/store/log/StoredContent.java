package io.meshlog.node.store.log;

import io.meshlog.op.Digest;

/**
 * An artifact's content, byte for byte.
 *
 * @param kind the artifact's
 * @param sha256 of the bytes
 */
public final class StoredContent {
    private final String kind;
    private final Digest sha256;
    private final byte[] bytes;

    StoredContent(String kind, Digest sha256, byte[] bytes) {
        this.kind = kind;
        this.sha256 = sha256;
        this.bytes = bytes;
    }

    public String kind() {
        return kind;
    }

    public Digest sha256() {
        return sha256;
    }

    /** Never changed: who asked is its only owner. */
    public byte[] bytes() {
        return bytes;
    }
}
