package io.meshlog.op;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * The ids that an idempotency key gives (spec §4, §12): the same agent and key give the same id on any replica,
 * also while it is cut off. The form can never change.
 */
public final class KeyedId {
    private static final String INFIX = "00010101T000000_";

    private KeyedId() {}

    /** @param agent the author's name, trimmed */
    public static String event(String agent, String key) {
        return "evt_" + INFIX + hash(agent, key);
    }

    /** @param index position of the artifact in its request; 0 for a patch's and for a batch item's */
    public static String artifact(String agent, String key, int index) {
        return "art_" + INFIX + hash(agent, key, Integer.toString(index));
    }

    /** Whether an id was made of a key: ids that a clock made never look like that. */
    public static boolean isKeyed(String id) {
        return id.startsWith("evt_" + INFIX) || id.startsWith("art_" + INFIX);
    }

    private static String hash(String... parts) {
        MessageDigest sha = Digest.newSha256();
        for (String part : parts) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            for (int shift = 24; shift >= 0; shift -= 8) {
                sha.update((byte) (bytes.length >>> shift));
            }
            sha.update(bytes);
        }
        return Digest.of(sha.digest()).hex().substring(0, 32);
    }
}
