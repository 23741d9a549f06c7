package io.meshlog.replica;

import io.meshlog.op.Origin;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a step must know of the log before it can be taken. The core never reads: it names its questions, the
 * driver answers them with {@link Facts} about exactly the log that the last commit left.
 *
 * @param chain seqs per base, inclusive: which chained ops stand there, on whatever line
 * @param loose seqs per origin, inclusive: which loose ops stand there
 * @param eventIds which ops carry these, and where they were delivered
 * @param artifactIds which of these are here
 * @param eventsWhole of these, what the ops that carry them say
 * @param artifactsWhole of these, what is recorded of them besides the content
 * @param pendingArtifactsAfter where to go on in the artifacts that are named and not here, in text order;
 *     exclusive
 * @param pendingArtifactsMax how many of them to list
 */
public record Needs(
        SortedMap<Origin, List<Span>> chain,
        SortedMap<Origin, Span> loose,
        SortedSet<String> eventIds,
        SortedSet<String> artifactIds,
        SortedSet<String> eventsWhole,
        SortedSet<String> artifactsWhole,
        String pendingArtifactsAfter,
        int pendingArtifactsMax) {

    public static final Needs NOTHING = new Builder().build();

    /** Whether nothing is asked: then there is no need to look. */
    public boolean isNothing() {
        return chain.isEmpty()
                && loose.isEmpty()
                && eventIds.isEmpty()
                && artifactIds.isEmpty()
                && eventsWhole.isEmpty()
                && artifactsWhole.isEmpty()
                && pendingArtifactsMax == 0;
    }

    /** As the full one, with nothing asked for whole. */
    public Needs(
            SortedMap<Origin, List<Span>> chain,
            SortedMap<Origin, Span> loose,
            SortedSet<String> eventIds,
            SortedSet<String> artifactIds,
            String pendingArtifactsAfter,
            int pendingArtifactsMax) {
        this(
                chain,
                loose,
                eventIds,
                artifactIds,
                new TreeSet<>(),
                new TreeSet<>(),
                pendingArtifactsAfter,
                pendingArtifactsMax);
    }

    /** Inclusive on both ends; {@code 1 ≤ from ≤ to}. */
    public record Span(long from, long to) {}

    /** The same seqs in spans that do not overlap, ascending: a log that reads span by span tells each op once. */
    public static List<Span> disjoint(List<Span> spans) {
        if (spans.size() < 2) {
            return spans;
        }
        List<Span> sorted = new ArrayList<>(spans);
        sorted.sort(Comparator.comparingLong(Span::from));
        List<Span> disjoint = new ArrayList<>();
        long last = 0;
        for (Span span : sorted) {
            if (span.to() > last) {
                disjoint.add(new Span(Math.max(span.from(), last + 1), span.to()));
                last = span.to();
            }
        }
        return disjoint;
    }

    static final class Builder {
        private final SortedMap<Origin, List<Span>> chain = new TreeMap<>();
        private final SortedMap<Origin, Span> loose = new TreeMap<>();
        private final SortedSet<String> eventIds = new TreeSet<>();
        private final SortedSet<String> artifactIds = new TreeSet<>();
        private final SortedSet<String> eventsWhole = new TreeSet<>();
        private final SortedSet<String> artifactsWhole = new TreeSet<>();
        private String pendingAfter = "";
        private int pendingMax;

        void chain(Origin base, long from, long to) {
            if (from <= to) {
                chain.computeIfAbsent(base, b -> new ArrayList<>()).add(new Span(from, to));
            }
        }

        void loose(Origin origin, long from, long to) {
            loose.merge(origin, new Span(from, to), (a, b) -> new Span(Math.min(a.from, b.from), Math.max(a.to, b.to)));
        }

        void event(String id) {
            eventIds.add(id);
        }

        void eventWhole(String id) {
            eventsWhole.add(id);
        }

        void artifactWhole(String id) {
            artifactsWhole.add(id);
        }

        void artifacts(Iterable<String> ids) {
            ids.forEach(artifactIds::add);
        }

        void pendingArtifacts(String after, int max) {
            pendingAfter = after;
            pendingMax = max;
        }

        Needs build() {
            return new Needs(
                    Collections.unmodifiableSortedMap(chain),
                    Collections.unmodifiableSortedMap(loose),
                    Collections.unmodifiableSortedSet(eventIds),
                    Collections.unmodifiableSortedSet(artifactIds),
                    Collections.unmodifiableSortedSet(eventsWhole),
                    Collections.unmodifiableSortedSet(artifactsWhole),
                    pendingAfter,
                    pendingMax);
        }
    }
}
