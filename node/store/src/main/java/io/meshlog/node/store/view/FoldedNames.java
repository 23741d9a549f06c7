package io.meshlog.node.store.view;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Authors' names by what they are where case does not count, as of a moment. Immutable once made. */
public final class FoldedNames {
    public static final FoldedNames NONE = new FoldedNames(List.of(), 0);

    private final SortedMap<String, List<String>> names = new TreeMap<>();
    private final long madeNanos;

    public FoldedNames(List<String> all, long madeNanos) {
        this.madeNanos = madeNanos;
        for (String name : all) {
            names.computeIfAbsent(AuthorReads.folded(name), folded -> new ArrayList<>())
                    .add(name);
        }
        names.values().forEach(list -> list.sort(null));
    }

    public long madeNanos() {
        return madeNanos;
    }

    /** Other names that differ from this one only in case. */
    List<String> variants(String name) {
        return names.getOrDefault(AuthorReads.folded(name), List.of()).stream()
                .filter(other -> !other.equals(name))
                .toList();
    }
}
