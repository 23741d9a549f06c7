package io.meshlog.replica;

import io.meshlog.op.ArtifactRef;
import io.meshlog.op.Digest;
import io.meshlog.op.Fields;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Answers to {@link Needs}: facts, no decisions.
 *
 * @param chain chained ops in the asked spans, per base, each once even where spans overlap, in any order
 * @param loose loose ops in the asked spans, per origin; an origin that was asked for is present
 * @param events per asked event id that any readable op carries
 * @param artifacts per asked id that is here
 * @param eventsWhole per asked event id that any readable op carries: all of those ops, in any order
 * @param artifactsWhole per asked id that is here: its wire fields, without the content
 * @param provenArtifacts which of them a chained op names by the digest that they have
 * @param pendingArtifacts those that ops name and that are not here, in text order of their ids, after the asked one
 */
public record Facts(
        SortedMap<Origin, List<Held>> chain,
        SortedMap<Origin, LooseFacts> loose,
        SortedMap<String, EventFacts> events,
        SortedMap<String, ArtifactRef> artifacts,
        SortedMap<String, List<Op>> eventsWhole,
        SortedMap<String, Fields> artifactsWhole,
        SortedSet<String> provenArtifacts,
        List<PendingArtifact> pendingArtifacts) {

    public static final Facts NONE = new Facts(
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeSet<>(),
            List.of());

    /** One chained op. @param line the line it stands on */
    public record Held(long seq, Origin line, Digest chain, String eventId) {}

    /** @param topOutside the highest seq of a loose op of the origin outside of the asked span, or 0 */
    public record LooseFacts(List<Op> held, long topOutside) {}

    /**
     * One event as it stands (spec §5.3).
     *
     * @param seq where it was delivered, in arrival order
     * @param carriers every readable op with this event id, the visible one included, in any order
     */
    public record EventFacts(long seq, boolean revised, OpKey visible, List<Carrier> carriers) {}

    /**
     * An artifact that is missing, or that is here with other content than an op was signed with.
     *
     * @param signed the digests under which ops name it, distinct; empty where no op says one
     */
    public record PendingArtifact(String id, List<Digest> signed) {}

    /** One op that carries an event. @param payload see {@link io.meshlog.op.Canonical#payload} */
    public record Carrier(OpKey key, MergeKey merge, Digest payload) {}
}
