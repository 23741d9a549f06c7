package io.meshlog.op;

import org.jspecify.annotations.Nullable;

/**
 * The name of an origin: the replica that authored an op, or a branch of one (spec §2, §12).
 *
 * <p>A native origin is {@code rep_} + 20 lowercase hex digits, the start of SHA-256 of its public key. A
 * branch of it, where its history forked, is {@code <base>~<16 hex>}. Anything else of
 * {@code [A-Za-z0-9._:~-]{1,128}} is foreign: unsigned, trusted as far as its relay.
 *
 * @param name 1–128 characters; ordered as text
 */
public record Origin(String name) implements Comparable<Origin> {
    public static final int NAME_LENGTH_MAX = 128;
    private static final int NATIVE_LENGTH = 24;
    private static final int BRANCH_SUFFIX = 17;
    /** How much of a loose origin's name is kept when a suffix is added to it (spec §12). */
    private static final int LOOSE_NAME_KEPT = 111;

    public Origin {
        if (!isName(name)) {
            throw new IllegalArgumentException(
                    "an origin is 1–128 characters of A-Z a-z 0-9 . _ : ~ -, not '" + name + "'");
        }
    }

    public static boolean isName(String text) {
        if (text.isEmpty() || text.length() > NAME_LENGTH_MAX) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            if (!plain && "._:~-".indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    /** The origin whose key hashes to this name. @param publicKey the raw 32 bytes of an Ed25519 key */
    public static Origin ofPublicKey(byte[] publicKey) {
        return new Origin("rep_" + Digest.sha256(publicKey).hex().substring(0, 20));
    }

    /** A meshlog replica or a branch of one: its ops can be chained and signed. */
    public boolean isNative() {
        return name.length() == NATIVE_LENGTH && isNativePrefix() || isBranch();
    }

    /** Whether this is {@code <native>~<16 hex>}. */
    public boolean isBranch() {
        return name.length() == NATIVE_LENGTH + BRANCH_SUFFIX
                && isNativePrefix()
                && name.charAt(NATIVE_LENGTH) == '~'
                && isLowerHex(NATIVE_LENGTH + 1, name.length());
    }

    /** The replica that authored the ops: this origin, or for a branch the origin it branched from. */
    public Origin base() {
        return isBranch() ? new Origin(name.substring(0, NATIVE_LENGTH)) : this;
    }

    /** The branch of this base that begins with the op of that chain. */
    public Origin branch(Digest firstChain) {
        return new Origin(base().name + '~' + firstChain.hex16());
    }

    /** The name under which a loose op is shown whose address another loose op has too (spec §12). */
    public Origin colliding(Digest canonicalDigest) {
        String kept = name.length() > LOOSE_NAME_KEPT ? name.substring(0, LOOSE_NAME_KEPT) : name;
        return new Origin(kept + '~' + canonicalDigest.hex16());
    }

    /**
     * Whether a stamp's replica part may stand on an op of this origin: the origin itself, or the part of
     * its name before the last {@code ~} (branches and colliding addresses).
     */
    public boolean owns(String stampReplica) {
        if (stampReplica.equals(name)) {
            return true;
        }
        int tilde = name.lastIndexOf('~');
        if (tilde <= 0) {
            return false;
        }
        String before = name.substring(0, tilde);
        return stampReplica.equals(before) || tilde == LOOSE_NAME_KEPT && stampReplica.startsWith(before);
    }

    // By hand: what a record comes with is several times slower on Java 17, and names are compared all the time.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Origin that && name.equals(that.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public int compareTo(Origin other) {
        return name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return name;
    }

    private boolean isNativePrefix() {
        return name.startsWith("rep_") && isLowerHex(4, NATIVE_LENGTH);
    }

    private boolean isLowerHex(int from, int to) {
        for (int i = from; i < to; i++) {
            char c = name.charAt(i);
            if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
                return false;
            }
        }
        return true;
    }
}
