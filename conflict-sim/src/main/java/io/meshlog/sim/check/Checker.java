package io.meshlog.sim.check;

import io.meshlog.op.ChainVerifier;
import io.meshlog.op.Op;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Incident;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.RoundResult;
import io.meshlog.replica.Served;
import io.meshlog.sim.world.Names;
import io.meshlog.sim.world.Observer;
import io.meshlog.sim.world.Shown;
import io.meshlog.sim.world.SimKey;
import io.meshlog.sim.world.Views;
import io.meshlog.vector.Frontier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The oracle: sees every commit of every replica and holds it against the ledger, by brute force. Throws a
 * {@link Violation} at the event that broke something. Confined to its run.
 */
public final class Checker implements Observer {
    private final Names names;
    private final Ledger ledger;
    private final Requests requests;
    private final Map<String, Mirror> mirrors = new LinkedHashMap<>();
    private final CommitChecks commits;
    private final EventChecks events;
    private final FrontierChecks frontiers;
    private final Met met = new Met();
    private long checked;
    private List<String> resting = List.of();
    private @Nullable TravelChecks travels;
    private @Nullable MailChecks mail;
    private @Nullable ViewChecks views;

    public Checker(Names names) {
        this.names = names;
        this.ledger = new Ledger(names);
        this.requests = new Requests(ledger, met);
        this.events = new EventChecks(met);
        // One of its own: it believes nothing that the replicas found.
        ChainVerifier verifier = SimKey.remembering();
        this.frontiers = new FrontierChecks(ledger, names, verifier, met);
        this.commits = new CommitChecks(ledger, requests, names, events, frontiers, verifier, met);
    }

    /** From now on this one reads too, here and there (C4). */
    public void follow(Traveller traveller) {
        travels = new TravelChecks(traveller);
    }

    /** From now on views are looked at too. @param folds what derives them where none are kept */
    public void view(Views folds) {
        MailChecks checks = new MailChecks(folds, met);
        commits.mail(checks);
        mail = checks;
        views = new ViewChecks(ledger, checks, met);
    }

    private Mirror mirror(String replica) {
        return mirrors.computeIfAbsent(replica, Mirror::new);
    }

    /**
     * What a violation is about, by a name that stays the same when other things are left out of the run: the event of
     * an op, or the event or artifact itself; empty where it is about none.
     */
    public String about(Violation violation) {
        String event = ledger.eventOf(violation.subject());
        return event != null ? event : violation.subject();
    }

    /** How many commits were checked. */
    public long checked() {
        return checked;
    }

    /** What situations this run came through. */
    public Met met() {
        return met;
    }

    @Override
    public void placed(String replica, OpLog log, String how) {
        Mirror before = mirrors.get(replica);
        Mirror mirror = new Mirror(replica, log);
        mirrors.put(replica, mirror);
        if (travels != null) {
            travels.placed(replica);
        }
        Audit.fill(mirror, log, ledger, commits.artifacts().ids());
        commits.identities().writesAs(replica, mirror.self);
        if (before != null) {
            mirror.physicalMax = before.physicalMax;
            requests.gone(before, mirror);
            if (how.equals("restored") && before.held.cardinality() > mirror.held.cardinality()) {
                met.note(Met.Situation.AMNESIA);
            }
        }
        mirror.byPosition.values().forEach(row -> mirror.delivered.put(row.eventId(), row.visible().payload));
        mirror.cursor = mirror.nextSeq - 1;
        frontiers.recount(mirror);
        events.recount(mirror);
        if (mail != null) {
            mail.recount(mirror);
        }
    }

    @Override
    public void recovered(String replica, RecoveredState state, OpLog log, long physicalMillis) {
        Mirror mirror = mirror(replica);
        mirror.physicalMax = Math.max(mirror.physicalMax, physicalMillis);
        mirror.poisoned = state.clock().millis() - physicalMillis > Stamps.DAY_MILLIS;
        frontiers.nothingToldIsGone(mirror, state);
        Audit.compare(mirror, log, ledger);
        if (views != null) {
            views.recovered(mirror);
        }
    }

    @Override
    public void committed(String replica, List<Commit> batch, long physicalMillis) {
        checked++;
        Mirror mirror = mirror(replica);
        mirror.physicalMax = Math.max(mirror.physicalMax, physicalMillis);
        commits.check(mirror, batch, physicalMillis);
    }

    @Override
    public void told(String replica, Served served) {
        frontiers.told(mirror(replica), served);
    }

    @Override
    public void requested(String replica, long request, String eventId, String asked) {
        requests.requested(replica, request, eventId, asked);
    }

    @Override
    public void together(String replica, List<String> ids) {
        requests.groups().together(replica, ids);
    }

    @Override
    public void refusedAlong(String replica, long request) {
        requests.refusedAlong(request);
    }

    @Override
    public void acknowledged(String replica, long request, Op op) {
        Issued issued = ledger.find(op);
        if (issued == null || !mirror(replica).held.get(issued.id)) {
            throw new Violation(
                    Invariant.L2,
                    "uncommitted",
                    names.of(op),
                    replica,
                    names.of(op) + " was acknowledged and is in no commit of " + replica + " that is durable");
        }
        requests.acknowledged(request, issued);
    }

    @Override
    public void stored(String replica, long request) {
        requests.stored(request, mirror(replica));
    }

    @Override
    public void refused(String replica, long request, String why) {
        requests.refused(request, mirror(replica), why);
    }

    @Override
    public void unanswered(String replica, long request) {
        requests.unanswered(request);
    }

    @Override
    public void reported(String replica, Incident incident) {
        met.reported(incident);
    }

    @Override
    public void roundEnded(String replica, String peer, RoundResult result, @Nullable Frontier heard) {
        if (result.succeeded()) {
            if (heard != null && result.kind() == RoundResult.Kind.NODE) {
                frontiers.tookWhatItHeard(mirror(replica), peer, heard);
            }
            met.note(Met.Situation.ROUND);
            if (result.applied() > 0 && !lacking(replica, peer).isEmpty()) {
                met.note(Met.Situation.CONCURRENT);
            }
        } else if (resting.contains(replica) && resting.contains(peer)) {
            throw new Violation(
                    Invariant.O4,
                    "failed",
                    "",
                    replica,
                    "a round of " + replica + " with " + peer + " failed though nothing is wrong any more: "
                            + (result.failure() != null ? result.failure() : result.refusals()));
        }
    }

    @Override
    public void endless(String replica, String peer, int questions) {
        throw new Violation(
                Invariant.O4,
                "endless",
                "",
                replica,
                "a round of " + replica + " with " + peer + " asked " + questions + " questions and did not end");
    }

    @Override
    public void issued(String peer, Op op) {
        Mirror author = mirror(peer);
        Issued issued = ledger.issue(op, author.tips.get(op.origin()), peer);
        author.tips.put(op.origin(), issued);
    }

    @Override
    public void read(String replica) {
        events.read(mirror(replica));
        if (travels != null) {
            travels.read(mirror(replica));
        }
    }

    // ---- at rest

    /** Among these no fault is left that a round could fail for. */
    public void resting(List<String> replicas) {
        resting = List.copyOf(replicas);
    }

    /** Once faults are over and nothing moves any more. @param core the replicas that can reach each other */
    public void atRest(List<String> core) {
        requests.allAnswered();
        List<Mirror> of = new ArrayList<>();
        core.forEach(name -> of.add(mirror(name)));
        frontiers.same(of);
        if (views != null) {
            views.same(of);
        }
        IdentityChecks.ownIdEach(of);
        for (Mirror mirror : of) {
            events.readToTheEnd(mirror);
            if (travels != null) {
                travels.readToTheEnd(mirror);
            }
        }
        requests.acknowledgedAreIn(of, mirrors);
    }

    /** H5, L6: a write of a replica that nothing is wrong with was acknowledged. */
    public void tookItsLastWrite(String replica, Invariant otherwise) {
        requests.lastIsAcknowledged(replica, otherwise);
    }

    /** What a scripted peer wrote and still has, everyone who pulled from it must show. */
    public void holdAll(List<String> core, String peer, List<String> eventIds) {
        for (String replica : core) {
            for (String event : eventIds) {
                if (!mirror(replica).rows.containsKey(event)) {
                    throw new Violation(
                            Invariant.O3,
                            "hub",
                            event,
                            replica,
                            replica + " pulled from " + peer + " and lacks its " + event);
                }
            }
        }
    }

    /** A6, A9: whatever a native peer of a later version wrote is held by all, as it wrote it (V6). */
    public void passOn(List<String> core, String peer) {
        for (Issued op : ledger.all()) {
            boolean isIts = op.isChained() && mirror(peer).tips.containsKey(op.base());
            for (String replica : isIts ? core : List.<String>of()) {
                if (!mirror(replica).held.get(op.id)) {
                    throw new Violation(
                            op.isReadable() ? Invariant.A9 : Invariant.A6,
                            "never-reached",
                            op.shortName,
                            replica,
                            op.shortName + " of " + peer + ", a peer of a later version, never reached " + replica);
                }
            }
        }
    }

    /** Every op of the log against every commit. */
    public void audit(String replica, OpLog log) {
        Audit.compare(mirror(replica), log, ledger);
    }

    /** What readers of a replica must be shown: merge order is that of texts here, not the core's. */
    public Shown shown(String replica) {
        Mirror mirror = mirror(replica);
        List<Shown.Event> arrivals = new ArrayList<>();
        for (Mirror.Row row : mirror.byPosition.values()) {
            Issued visible = row.visible();
            arrivals.add(new Shown.Event(
                    row.eventId(),
                    row.seq(),
                    row.revised(),
                    row.conflict(),
                    java.util.Objects.requireNonNullElse(visible.op.fields().get("hlc"), ""),
                    java.util.Objects.requireNonNullElse(visible.op.fields().get("body"), "")));
        }
        List<Mirror.Row> merged = new ArrayList<>(mirror.byPosition.values());
        merged.sort(java.util.Comparator.comparing(row -> row.visible().place));
        return new Shown(arrivals, merged.stream().map(Mirror.Row::eventId).toList(), new TreeMap<>(mirror.artifacts));
    }

    /** What one replica holds and another lacks, by short names; for who owes what to whom. */
    public List<String> lacking(String has, String lacks) {
        java.util.BitSet missing = (java.util.BitSet) mirror(has).held.clone();
        missing.andNot(mirror(lacks).held);
        return missing.stream().mapToObj(id -> ledger.get(id).shortName).toList();
    }

    /** Whether a replica holds an event. */
    public boolean holds(String replica, String eventId) {
        return mirror(replica).rows.containsKey(eventId);
    }

    /** Replicas that hold an op or an event, by its short name or its id. */
    public List<String> holders(String subject) {
        List<String> holders = new ArrayList<>();
        for (Mirror mirror : new TreeMap<>(mirrors).values()) {
            boolean holds = mirror.rows.containsKey(subject)
                    || mirror.held.stream()
                            .anyMatch(id -> ledger.get(id).shortName.equals(subject));
            if (holds) {
                holders.add(mirror.replica);
            }
        }
        return holders;
    }
}
