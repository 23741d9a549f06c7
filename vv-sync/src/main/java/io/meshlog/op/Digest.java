package io.meshlog.op;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * A SHA-256 value, or a sum of such values modulo 2<sup>256</sup>. Immutable; ordered as an unsigned
 * 256-bit number, which is also the order of its text.
 *
 * <p>Four longs instead of a byte array: equality, hashing and sums without copies.
 */
public record Digest(long w0, long w1, long w2, long w3) implements Comparable<Digest> {
    public static final int BYTES = 32;
    /** 32 zero bytes: the parent of an origin's first op, and the sum of no digests. */
    public static final Digest ZERO = new Digest(0, 0, 0, 0);

    private static final char[] HEX = "0123456789abcdef".toCharArray();

    public static Digest sha256(byte[] bytes) {
        return of(newSha256().digest(bytes));
    }

    /** A fresh SHA-256; every JDK has one, so its absence is a programmer's error. */
    public static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    /** @param bytes exactly 32 bytes, most significant first */
    public static Digest of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a digest is " + BYTES + " bytes, not " + bytes.length);
        }
        return new Digest(word(bytes, 0), word(bytes, 8), word(bytes, 16), word(bytes, 24));
    }

    /** @param hex 64 lowercase hex digits */
    public static Digest parse(String hex) {
        if (!isHex(hex)) {
            throw new IllegalArgumentException("a digest is 64 lowercase hex digits, not '" + hex + "'");
        }
        return new Digest(word(hex, 0), word(hex, 16), word(hex, 32), word(hex, 48));
    }

    /** Whether {@link #parse} takes this text. */
    public static boolean isHex(String text) {
        if (text.length() != 2 * BYTES) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
                return false;
            }
        }
        return true;
    }

    public byte[] bytes() {
        byte[] out = new byte[BYTES];
        put(out, 0, w0);
        put(out, 8, w1);
        put(out, 16, w2);
        put(out, 24, w3);
        return out;
    }

    /** 64 lowercase hex digits. */
    public String hex() {
        char[] out = new char[2 * BYTES];
        put(out, 0, w0);
        put(out, 16, w1);
        put(out, 32, w2);
        put(out, 48, w3);
        return new String(out);
    }

    /** The first 16 hex digits: what a branch's name carries (spec §12). */
    public String hex16() {
        return hex().substring(0, 16);
    }

    /** {@code this + other} modulo 2<sup>256</sup>: the digest of a set does not depend on order. */
    public Digest plus(Digest other) {
        long r3 = w3 + other.w3;
        long carry = carryOf(w3, other.w3, r3);
        long r2 = w2 + other.w2 + carry;
        carry = carryOf(w2, other.w2, r2);
        long r1 = w1 + other.w1 + carry;
        carry = carryOf(w1, other.w1, r1);
        return new Digest(w0 + other.w0 + carry, r1, r2, r3);
    }

    /** {@code this - other} modulo 2<sup>256</sup>. */
    public Digest minus(Digest other) {
        return plus(new Digest(~other.w0, ~other.w1, ~other.w2, ~other.w3)).plus(new Digest(0, 0, 0, 1));
    }

    @Override
    public int compareTo(Digest other) {
        int c = Long.compareUnsigned(w0, other.w0);
        if (c == 0) {
            c = Long.compareUnsigned(w1, other.w1);
        }
        if (c == 0) {
            c = Long.compareUnsigned(w2, other.w2);
        }
        return c != 0 ? c : Long.compareUnsigned(w3, other.w3);
    }

    // By hand: what a record comes with is several times slower on Java 17, and digests are compared all the time.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Digest that && w0 == that.w0 && w1 == that.w1 && w2 == that.w2 && w3 == that.w3;
    }

    /** Any part of a digest is as good as a hash of it. */
    @Override
    public int hashCode() {
        return Long.hashCode(w0 ^ w3);
    }

    @Override
    public String toString() {
        return hex();
    }

    /** The carry out of {@code a + b + (0 or 1) = sum}. */
    private static long carryOf(long a, long b, long sum) {
        return ((a & b) | ((a | b) & ~sum)) >>> 63;
    }

    private static long word(byte[] bytes, int at) {
        long word = 0;
        for (int i = at; i < at + 8; i++) {
            word = word << 8 | (bytes[i] & 0xff);
        }
        return word;
    }

    private static long word(String hex, int at) {
        return Long.parseUnsignedLong(hex, at, at + 16, 16);
    }

    private static void put(byte[] out, int at, long word) {
        for (int i = 0; i < 8; i++) {
            out[at + i] = (byte) (word >>> (56 - 8 * i));
        }
    }

    private static void put(char[] out, int at, long word) {
        for (int i = 0; i < 16; i++) {
            out[at + i] = HEX[(int) (word >>> (60 - 4 * i)) & 0xf];
        }
    }
}
