package io.meshlog.sim.log;

import io.meshlog.op.Origin;
import io.meshlog.vector.LooseSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Changes to a {@link MemoryLog} that are made at once and can be taken back, so that a commit costs what it changes and
 * one that does not fit leaves nothing. Also which things the commit under way touched: only those must be checked.
 * Confined to one call of {@link MemoryLog#commit}.
 */
final class Transaction {
    private final List<Runnable> undo = new ArrayList<>();

    private final Set<Origin> lines = new LinkedHashSet<>();
    private final Map<Origin, LooseSummary> looseBefore = new LinkedHashMap<>();
    private final Set<String> events = new LinkedHashSet<>();

    /** The next commit begins: nothing is touched yet. What was changed so far can still be taken back. */
    void begin() {
        lines.clear();
        looseBefore.clear();
        events.clear();
    }

    void touchLine(Origin name) {
        lines.add(name);
    }

    /** @param before the summary at the time of the call; the first one counts */
    void touchLoose(Origin origin, LooseSummary before) {
        looseBefore.putIfAbsent(origin, before);
    }

    void touchEvent(String id) {
        events.add(id);
    }

    Set<Origin> lines() {
        return lines;
    }

    /** Summaries as they stood before the commit, of the origins that it touched. */
    Map<Origin, LooseSummary> looseBefore() {
        return looseBefore;
    }

    Set<String> events() {
        return events;
    }

    /** @return what stood there before */
    <K, V> @Nullable V put(Map<K, V> map, K key, V value) {
        V before = map.put(key, value);
        if (before == null) {
            undo.add(() -> map.remove(key));
        } else {
            undo.add(() -> map.put(key, before));
        }
        return before;
    }

    /** @return what stood there */
    <K, V> @Nullable V remove(Map<K, V> map, K key) {
        V before = map.remove(key);
        if (before != null) {
            undo.add(() -> map.put(key, before));
        }
        return before;
    }

    <K> void add(SortedSet<K> set, K key) {
        if (set.add(key)) {
            undo.add(() -> set.remove(key));
        }
    }

    <K> void remove(SortedSet<K> set, K key) {
        if (set.remove(key)) {
            undo.add(() -> set.add(key));
        }
    }

    /** Something was changed; this takes it back, when everything after it has been. */
    void changed(Runnable takeBack) {
        undo.add(takeBack);
    }

    void rollBack() {
        for (int i = undo.size() - 1; i >= 0; i--) {
            undo.get(i).run();
        }
        undo.clear();
    }

    /** @throws IllegalStateException with that text if it does not hold */
    static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }

    /** As {@link #require(boolean, String)}, with a text that is put together only if it is needed. */
    static void require(boolean holds, Supplier<String> otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise.get());
        }
    }
}
