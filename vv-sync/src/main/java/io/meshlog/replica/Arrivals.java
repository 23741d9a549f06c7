package io.meshlog.replica;

import io.meshlog.hlc.Observation;
import io.meshlog.op.ArtifactRef;
import io.meshlog.op.Digest;
import io.meshlog.op.Event;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.op.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What every op that becomes part of the log brings with it, wherever it came from: its row, its artifacts, its
 * event, its stamp, and what people must see of it. Confined to one step.
 */
final class Arrivals {
    private final State state;
    private final Facts facts;
    private final Changes changes;
    private final long nowMillis;
    private final Deliveries deliveries = new Deliveries();
    private final List<Incident> incidents = new ArrayList<>();
    // One report per origin and kind in a step: a page of 500 bad stamps is one incident.
    private final SortedSet<String> reported = new TreeSet<>();
    private final SortedMap<String, Digest> artifactsStored = new TreeMap<>();

    Arrivals(State state, Facts facts, Changes changes, long nowMillis) {
        this.state = state;
        this.facts = facts;
        this.changes = changes;
        this.nowMillis = nowMillis;
    }

    void chained(Op op, Origin line) {
        arrived(op, line);
    }

    void loose(Op op) {
        arrived(op, null);
    }

    /** An op of our own, just stamped: its stamp needs no observing. */
    void authored(Op op, Origin line) {
        record(op, line);
    }

    /** Ops of this very step may name it. */
    void artifactStored(String id, Digest sha256) {
        artifactsStored.put(id, sha256);
    }

    /** An own op whose key is gone before it was signed: from now on a loose one, as told by us. */
    void orphaned(Op chained) {
        dropped(chained);
        Op loose = chained.asLoose();
        record(loose, null);
        state.setLoose(loose.origin(), state.loose(loose.origin()).plus(loose.seq(), loose.digest()), changes);
    }

    void dropped(Op op) {
        changes.dropped(OpKey.of(op));
        deliveries.dropped(op);
    }

    void report(Incident.Kind kind, Origin origin, long seq, String detail) {
        if (reported.add(kind + " " + origin)) {
            incidents.add(new Incident(kind, origin.name(), seq, detail));
        }
    }

    /** Settles what readers see. @return what people must see of this step, in order */
    List<Incident> settle() {
        for (String id : deliveries.settle(facts, state, changes)) {
            incidents.add(new Incident(
                    Incident.Kind.ID_CONFLICT, state.self.name(), 0, "ops that carry event " + id + " differ"));
        }
        return incidents;
    }

    private void arrived(Op op, @Nullable Origin line) {
        record(op, line);
        Event event = op.eventOrNull();
        if (event == null) {
            Reading.Unreadable unreadable = (Reading.Unreadable) op.reading();
            report(Incident.Kind.QUARANTINE, op.origin(), op.seq(), op + " is kept and hidden: " + unreadable.reason());
        } else {
            observe(op, event);
        }
    }

    private void record(Op op, @Nullable Origin line) {
        List<String> pending = pending(op);
        if (!pending.isEmpty()) {
            report(
                    Incident.Kind.ARTIFACT_PENDING,
                    op.origin(),
                    op.seq(),
                    op + " is shown without its artifacts " + String.join(" ", pending));
        }
        changes.op(new Commit.NewOp(op, line, pending));
        deliveries.added(op);
    }

    private List<String> pending(Op op) {
        List<String> ids = artifactIds(op);
        return ids.isEmpty() ? ids : ids.stream().filter(id -> !isHere(id, op)).toList();
    }

    /** What stands under an id that anyone could have given away first is not yet what the op was signed with. */
    private boolean isHere(String id, Op op) {
        ArtifactRef held = facts.artifacts().get(id);
        Digest here = artifactsStored.getOrDefault(id, held == null ? null : held.sha256());
        Digest signed = op.signedArtifact(id);
        return here != null && (signed == null || signed.equals(here));
    }

    /** The artifacts that a readable op names. */
    static List<String> artifactIds(Op op) {
        Event event = op.eventOrNull();
        return event == null ? List.of() : event.content().artifactIds();
    }

    private void observe(Op op, Event event) {
        String stampReplica = event.stamp().hlc().replica();
        // A branch's and a colliding address's stamps carry the name before the suffix.
        String expected =
                op.origin().owns(stampReplica) ? stampReplica : op.origin().name();
        Observation seen = state.clock.observe(event.stamp().hlc(), expected, nowMillis);
        if (seen.anomalous()) {
            report(Incident.Kind.CLOCK_ANOMALY, op.origin(), op.seq(), op + ": " + describe(seen));
        }
    }

    private static String describe(Observation seen) {
        if (seen instanceof Observation.AbsorbedAhead a) {
            return "its stamp is " + a.aheadMillis() + " ms ahead of the clock here, and was absorbed";
        } else if (seen instanceof Observation.TooFarAhead t) {
            return "its stamp is " + t.aheadMillis() + " ms ahead of the clock here, and was not absorbed";
        } else if (seen instanceof Observation.ForeignReplica f) {
            return "its stamp names replica " + f.stampReplica() + " and not " + f.origin();
        }
        return "its stamp was absorbed";
    }
}
