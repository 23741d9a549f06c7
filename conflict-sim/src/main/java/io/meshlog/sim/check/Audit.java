package io.meshlog.sim.check;

import io.meshlog.op.ArtifactRef;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Line;
import io.meshlog.replica.Needs;
import io.meshlog.replica.OpKey;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.RecoveredState;
import io.meshlog.sim.check.Mirror.Row;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole log through its port, whatever it is kept on: to learn what a directory holds, and to hold it against
 * what its commits said (L1, L2, L3, A5).
 */
final class Audit {
    private final OpLog log;
    private final Ledger ledger;
    private final RecoveredState state;
    private final Facts ops;

    private Audit(OpLog log, Ledger ledger) {
        this.log = log;
        this.ledger = ledger;
        this.state = log.recover();
        SortedMap<Origin, List<Needs.Span>> chain = new TreeMap<>();
        for (Line line : state.lines().values()) {
            if (!line.isEmpty()) {
                chain.computeIfAbsent(line.name().base(), b -> new ArrayList<>())
                        .add(new Needs.Span(line.first(), line.seq()));
            }
        }
        SortedMap<Origin, Needs.Span> loose = new TreeMap<>();
        state.loose().forEach((origin, summary) -> loose.put(origin, new Needs.Span(1, summary.top())));
        this.ops = log.facts(new Needs(chain, loose, new TreeSet<>(), new TreeSet<>(), "", 0));
    }

    private Facts more(SortedSet<String> eventIds, SortedSet<String> artifactIds) {
        return log.facts(new Needs(new TreeMap<>(), new TreeMap<>(), eventIds, artifactIds, "", 0));
    }

    /**
     * Fills a mirror with what a directory holds that came from elsewhere.
     *
     * @param artifactIds every one that exists anywhere
     */
    static void fill(Mirror mirror, OpLog log, Ledger ledger, SortedSet<String> artifactIds) {
        Audit audit = new Audit(log, ledger);
        mirror.self = audit.state.self();
        mirror.nextSeq = audit.state.nextSeq();
        mirror.lines.putAll(audit.state.lines());
        mirror.absorbedMillis = audit.state.clock().millis();
        SortedSet<String> eventIds = new TreeSet<>();
        audit.ops.chain().forEach((base, held) -> {
            List<Facts.Held> inOrder = new ArrayList<>(held);
            inOrder.sort(Comparator.comparingLong(Facts.Held::seq));
            for (Facts.Held at : inOrder) {
                Issued issued = audit.issued(mirror, base, at);
                CommitChecks.hold(mirror, issued, at.line());
                eventIds.add(at.eventId());
                mirror.tips.merge(base, issued, (a, b) -> a.op.seq() > b.op.seq() ? a : b);
            }
        });
        audit.ops
                .loose()
                .forEach((origin, facts) -> facts.held().forEach(op -> {
                    CommitChecks.hold(mirror, ledger.met(op), null);
                    eventIds.add(op.eventId());
                }));
        audit.more(eventIds, new TreeSet<>()).events().forEach((id, event) -> {
            Row row = row(mirror, id, event);
            mirror.rows.put(id, row);
            mirror.byPosition.put(row.seq(), row);
        });
        audit.more(new TreeSet<>(), artifactIds)
                .artifacts()
                .forEach((id, ref) -> mirror.artifacts.put(id, ref.sha256().hex()));
    }

    private Issued issued(Mirror mirror, Origin base, Facts.Held at) {
        Issued issued = ledger.find(base, at.seq(), at.chain());
        if (issued == null) {
            throw new Violation(
                    Invariant.V6,
                    "log",
                    base + "#" + at.seq(),
                    mirror.replica,
                    "the log of " + mirror.replica + " holds " + base + "#" + at.seq() + ", which nobody issued");
        }
        return issued;
    }

    private static Row row(Mirror mirror, String id, Facts.EventFacts event) {
        List<Issued> hidden = new ArrayList<>();
        Issued visible = null;
        for (Facts.Carrier carrier : event.carriers()) {
            Issued carrying = carrier(mirror, id, carrier.key());
            if (carrier.key().equals(event.visible())) {
                visible = carrying;
            } else {
                hidden.add(carrying);
            }
        }
        if (visible == null) {
            throw new Violation(
                    Invariant.A5, "visible", id, mirror.replica, "event " + id + " shows an op that does not carry it");
        }
        String payload = visible.payload;
        hidden.sort(Comparator.comparing(op -> op.place));
        boolean conflict = hidden.stream().anyMatch(other -> !other.payload.equals(payload));
        return new Row(id, event.seq(), visible, event.revised(), conflict, List.copyOf(hidden));
    }

    private static Issued carrier(Mirror mirror, String eventId, OpKey key) {
        for (Issued issued : mirror.carriersOf(eventId)) {
            String chain = key.chain() == null ? "" : key.chain().hex();
            if (issued.base().equals(key.origin()) && issued.op.seq() == key.seq() && issued.chain.equals(chain)) {
                return issued;
            }
        }
        throw new Violation(
                Invariant.A5,
                "carrier",
                eventId,
                mirror.replica,
                "event " + eventId + " is carried by " + key + ", which is not here");
    }

    /** Whether the log is what its commits made it. */
    static void compare(Mirror mirror, OpLog log, Ledger ledger) {
        Audit audit = new Audit(log, ledger);
        audit.self(mirror);
        audit.opsAreThose(mirror);
        audit.eventsAreThose(mirror);
        audit.artifactsAreThose(mirror);
        audit.pendingAreThose(mirror);
    }

    private void self(Mirror mirror) {
        if (!state.self().equals(mirror.self) || state.nextSeq() != mirror.nextSeq) {
            throw new Violation(
                    Invariant.L3,
                    "self",
                    "",
                    mirror.replica,
                    "the log of " + mirror.replica + " recovers as " + state.self() + ", next position "
                            + state.nextSeq() + "; its commits left " + mirror.self + ", " + mirror.nextSeq);
        }
        long mark = state.clock().millis();
        if (mirror.lastStamp.length() > 13 && mark < Long.parseLong(mirror.lastStamp, 0, 13, 10)) {
            throw new Violation(
                    Invariant.H1,
                    "mark",
                    "",
                    mirror.replica,
                    "the clock's mark recovers as " + mark + "; " + mirror.lastStamp + " was issued");
        }
        if (!state.lines().equals(mirror.lines)) {
            throw new Violation(
                    Invariant.A5,
                    "lines",
                    "",
                    mirror.replica,
                    "the lines of " + mirror.replica + " recover as " + state.lines() + "; its commits left "
                            + mirror.lines);
        }
    }

    private void opsAreThose(Mirror mirror) {
        BitSet found = new BitSet();
        ops.chain().forEach((base, held) -> {
            for (Facts.Held at : held) {
                Issued issued = issued(mirror, base, at);
                found.set(issued.id);
                if (!at.line().equals(mirror.line(issued))) {
                    throw new Violation(
                            Invariant.A5,
                            "op-line",
                            issued.shortName,
                            mirror.replica,
                            issued.shortName + " stands on " + at.line() + "; its commit put it on "
                                    + mirror.line(issued));
                }
            }
        });
        for (Facts.LooseFacts facts : ops.loose().values()) {
            for (Op op : facts.held()) {
                found.set(ledger.met(op).id);
            }
        }
        for (int id = mirror.held.nextSetBit(0); id >= 0; id = mirror.held.nextSetBit(id + 1)) {
            if (!found.get(id)) {
                throw lost(mirror, ledger.get(id));
            }
        }
        found.andNot(mirror.held);
        if (!found.isEmpty()) {
            Issued extra = ledger.get(found.nextSetBit(0));
            throw new Violation(
                    Invariant.L3,
                    "extra",
                    extra.shortName,
                    mirror.replica,
                    extra.shortName + " is in the log of " + mirror.replica + ", and in no commit of it");
        }
    }

    private static Violation lost(Mirror mirror, Issued op) {
        return new Violation(
                Invariant.L2,
                "lost",
                op.shortName,
                mirror.replica,
                op.shortName + " was committed by " + mirror.replica + " and is not in its log any more");
    }

    private void eventsAreThose(Mirror mirror) {
        SortedMap<String, Facts.EventFacts> events =
                more(new TreeSet<>(mirror.carriers.keySet()), new TreeSet<>()).events();
        for (String id : mirror.carriers.keySet()) {
            Facts.EventFacts event = events.get(id);
            Row expected = mirror.rows.get(id);
            if (event != null && expected != null && isPlainly(mirror, event, expected)) {
                continue;
            }
            @Nullable Row found = event == null ? null : row(mirror, id, event);
            boolean same = expected == null
                    ? found == null
                    : found != null
                            && found.seq() == expected.seq()
                            && found.visible() == expected.visible()
                            && found.revised() == expected.revised()
                            && found.hidden().equals(expected.hidden());
            if (!same) {
                boolean moved = expected != null && found != null && found.seq() != expected.seq();
                throw new Violation(
                        moved ? Invariant.C3 : Invariant.A5,
                        "event",
                        id,
                        mirror.replica,
                        "event " + id + " recovers as " + found + "; its commits left " + expected);
            }
        }
    }

    /** The usual case, an event that one op carries, without building anything. */
    private static boolean isPlainly(Mirror mirror, Facts.EventFacts event, Row expected) {
        OpKey key = event.visible();
        Issued visible = expected.visible();
        return event.carriers().size() == 1
                && expected.hidden().isEmpty()
                && event.seq() == expected.seq()
                && event.revised() == expected.revised()
                && mirror.held.get(visible.id)
                && key.seq() == visible.op.seq()
                && java.util.Objects.equals(key.chain(), visible.op.chain())
                && key.origin().equals(visible.base());
    }

    private void artifactsAreThose(Mirror mirror) {
        SortedMap<String, ArtifactRef> here =
                more(new TreeSet<>(), new TreeSet<>(mirror.artifacts.keySet())).artifacts();
        mirror.artifacts.forEach((id, sha256) -> {
            ArtifactRef ref = here.get(id);
            if (ref == null || !ref.sha256().hex().equals(sha256)) {
                throw new Violation(
                        Invariant.A5,
                        "artifact",
                        id,
                        mirror.replica,
                        "artifact " + id + " recovers as "
                                + (ref == null ? "absent" : ref.sha256().hex16() + "…") + "; its commit had "
                                + sha256.substring(0, 16) + "…");
            }
        });
    }

    /** R2: what is asked for again is what ops name and what is not here as they were signed. */
    private void pendingAreThose(Mirror mirror) {
        SortedSet<String> mustBe = new TreeSet<>();
        for (int id = mirror.held.nextSetBit(0); id >= 0; id = mirror.held.nextSetBit(id + 1)) {
            mustBe.addAll(ArtifactChecks.notHere(mirror, ledger.get(id).op));
        }
        SortedSet<String> told = new TreeSet<>();
        log.facts(new Needs(new TreeMap<>(), new TreeMap<>(), new TreeSet<>(), new TreeSet<>(), "", Integer.MAX_VALUE))
                .pendingArtifacts()
                .forEach(artifact -> told.add(artifact.id()));
        if (!told.equals(mustBe)) {
            throw new Violation(
                    Invariant.R2,
                    "asked-again",
                    "",
                    mirror.replica,
                    mirror.replica + " asks again for artifacts " + told + "; its ops lack " + mustBe);
        }
    }
}
