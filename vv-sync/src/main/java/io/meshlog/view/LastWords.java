package io.meshlog.view;

import io.meshlog.op.CodePoints;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How agents ended a thing: of each agent its newest terminal reply about it counts, so that who was blocked and then
 * applied it after all contradicts nobody. Two agents that ended it differently do. Stateless.
 */
public final class LastWords {
    private LastWords() {}

    /** Last words by what they are about, each list in merge order. */
    static SortedMap<About, List<Said>> of(EventSet set) {
        SortedMap<About, SortedMap<String, Said>> newest = new TreeMap<>();
        for (Shown event : set.events()) {
            Said said = event.said();
            if (Clearing.isTerminal(said.status())) {
                newest.computeIfAbsent(About.of(said), about -> new TreeMap<>(CodePoints.ORDER))
                        .put(said.fromAgent(), said);
            }
        }
        SortedMap<About, List<Said>> words = new TreeMap<>();
        newest.forEach((about, byAgent) -> words.put(about, inMergeOrder(new ArrayList<>(byAgent.values()))));
        return words;
    }

    private static List<Said> inMergeOrder(List<Said> words) {
        words.sort(Comparator.comparing(Said::merge));
        return List.copyOf(words);
    }

    /** Whether these statuses of different agents contradict each other. */
    public static boolean contradict(List<String> statuses) {
        return statuses.stream().distinct().count() > 1;
    }
}
