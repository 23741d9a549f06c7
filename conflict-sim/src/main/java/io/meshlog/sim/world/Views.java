package io.meshlog.sim.world;

import io.meshlog.op.Op;
import io.meshlog.replica.Line;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** What a program derives from the ops that it holds (spec §6), in plain words. */
public interface Views {
    /** An event that an agent owes an answer to. @param claimedBy the agent that has it, or null */
    record Owed(String event, boolean superseded, @Nullable String claimedBy) {}

    /**
     * What each agent owes, in merge order.
     *
     * @param about every op that bears on what the caller wants to know; who keeps views of all ops need not look at it
     */
    SortedMap<String, List<Owed>> owed(List<Op> about, SortedSet<String> agents);

    /**
     * Everything, in lines: what each agent owes under {@code owed} and its name, each thread under {@code thread} and
     * its id, and all of {@code agents}, {@code claims} and {@code conflicts}.
     *
     * @param ops every op held, in any order
     */
    SortedMap<String, List<String>> all(
            List<Op> ops, Iterable<Line> lines, SortedSet<String> agents, SortedSet<String> threads);

    /** A log beside which views are kept. */
    interface Kept {
        /** Null where none are. */
        @Nullable
        Views views();
    }
}
