package io.meshlog.replica;

import io.meshlog.op.Canonical;
import io.meshlog.op.Op;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The lines of chained ops, by brute force (spec §5.4): each op's parent is found by hashing it onto every op before it,
 * then each stretch without a fork gets its name. Knows nothing of arrival order.
 */
final class NaiveForest {
    private static final String ROOT = "00".repeat(32);

    /** Chain of the parent, by base; then its children's chains. */
    private final SortedMap<String, SortedMap<String, List<String>>> children = new TreeMap<>();

    private final SortedMap<String, String> lineOf = new TreeMap<>();

    /** @return the line's name of every chained op, by its key */
    static SortedMap<String, String> lines(List<MemoryOpLog.Held> ops) {
        NaiveForest forest = new NaiveForest();
        SortedMap<String, List<Op>> byBase = new TreeMap<>();
        for (MemoryOpLog.Held held : ops) {
            if (held.op().isChained()) {
                byBase.computeIfAbsent(held.op().origin().name(), b -> new ArrayList<>())
                        .add(held.op());
            }
        }
        byBase.forEach(forest::name);
        return forest.lineOf;
    }

    private void name(String base, List<Op> ops) {
        SortedMap<String, List<String>> of = children.computeIfAbsent(base, b -> new TreeMap<>());
        SortedMap<String, String> keys = new TreeMap<>();
        for (Op op : ops) {
            keys.put(op.chain().hex(), NaiveView.key(op));
            of.computeIfAbsent(parent(op, ops), p -> new ArrayList<>())
                    .add(op.chain().hex());
        }
        walk(base, base, ROOT, of, keys);
    }

    private void walk(
            String base,
            String line,
            String parent,
            SortedMap<String, List<String>> of,
            SortedMap<String, String> keys) {
        List<String> next = of.getOrDefault(parent, List.of());
        for (String chain : next) {
            String name = next.size() == 1 ? line : base + "~" + chain.substring(0, 16);
            lineOf.put(keys.get(chain), name);
            walk(base, name, chain, of, keys);
        }
    }

    private static String parent(Op op, List<Op> ops) {
        List<String> candidates = new ArrayList<>();
        if (op.seq() == 1) {
            candidates.add(ROOT);
        }
        ops.stream()
                .filter(o -> o.seq() == op.seq() - 1)
                .forEach(o -> candidates.add(o.chain().hex()));
        for (String candidate : candidates) {
            if (Arrays.equals(
                    sha(HexFormat.of().parseHex(candidate), Canonical.bytes(op.fields())),
                    op.chain().bytes())) {
                return candidate;
            }
        }
        throw new AssertionError(op + " has no parent in its log");
    }

    private static byte[] sha(byte[] a, byte[] b) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(a);
            return sha.digest(b);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
