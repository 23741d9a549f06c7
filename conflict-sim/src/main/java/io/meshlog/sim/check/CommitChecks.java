package io.meshlog.sim.check;

import io.meshlog.hlc.ClockMark;
import io.meshlog.op.Artifact;
import io.meshlog.op.ChainVerifier;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Line;
import io.meshlog.replica.OpKey;
import io.meshlog.sim.world.Names;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What must hold of one commit, given all that were before it on the same log. Confined to its run. */
final class CommitChecks {
    private final Ledger ledger;
    private final Requests requests;
    private final Names names;
    private final EventChecks events;
    private final FrontierChecks frontiers;
    private final ChainVerifier verifier;
    private final Met met;
    private final IdentityChecks identities;
    private final ArtifactChecks artifacts;
    private final AuthorChecks authors;
    private @Nullable MailChecks mail;

    CommitChecks(
            Ledger ledger,
            Requests requests,
            Names names,
            EventChecks events,
            FrontierChecks frontiers,
            ChainVerifier verifier,
            Met met) {
        this.verifier = verifier;
        this.ledger = ledger;
        this.requests = requests;
        this.names = names;
        this.events = events;
        this.frontiers = frontiers;
        this.met = met;
        this.identities = new IdentityChecks(ledger, names);
        this.artifacts = new ArtifactChecks(ledger, requests, names, met);
        this.authors = new AuthorChecks(ledger, names, met);
    }

    /** From now on what is owed is looked at too. */
    void mail(MailChecks checks) {
        mail = checks;
    }

    ArtifactChecks artifacts() {
        return artifacts;
    }

    IdentityChecks identities() {
        return identities;
    }

    /** What the commits of one transaction touched. */
    private static final class Touched {
        final Set<Origin> bases = new LinkedHashSet<>();
        final Set<String> events = new LinkedHashSet<>();
        /** Of talk that is gone. */
        final Set<String> words = new LinkedHashSet<>();
    }

    void check(Mirror mirror, List<Commit> batch, long physicalMillis) {
        Touched touched = new Touched();
        mirror.freshArtifacts.clear();
        for (Commit commit : batch) {
            if (commit.renewalDue() != null) {
                identities.mayRenew(mirror, commit.renewalDue());
            }
            if (commit.identity() != null) {
                identity(mirror, commit.identity());
                identities.writesAs(mirror.replica, commit.identity());
            }
            for (Commit.Split split : commit.splits()) {
                split(mirror, split, touched);
            }
            for (OpKey key : commit.dropped()) {
                drop(mirror, key, touched);
            }
            // An op may name what its own commit stores.
            for (Artifact artifact : commit.artifacts()) {
                artifacts.store(mirror, artifact);
            }
            for (Commit.NewOp op : commit.ops()) {
                add(mirror, op, physicalMillis, touched);
            }
            for (Commit.Signed signed : commit.signatures()) {
                signature(mirror, signed);
            }
            for (Line line : commit.lines()) {
                mirror.lines.put(line.name(), line);
                touched.bases.add(line.name().base());
            }
            commit.loose().keySet().forEach(touched.bases::add);
            events.apply(mirror, commit);
            commit.events().forEach(row -> touched.events.add(row.eventId()));
            touched.events.addAll(commit.withdrawn());
            if (commit.clock() != null) {
                clock(mirror, commit.clock());
            }
            if (commit.nextSeq() < mirror.nextSeq) {
                throw new Violation(
                        Invariant.C1,
                        "back",
                        "",
                        mirror.replica,
                        "the next delivery position went from " + mirror.nextSeq + " back to " + commit.nextSeq());
            }
            mirror.nextSeq = commit.nextSeq();
        }
        for (Commit commit : batch) {
            for (Commit.NewOp added : commit.ops()) {
                artifacts.pendingIsSaid(mirror, added);
                isProvedIfForeign(mirror, added.op());
                isThereOnce(mirror, added.op());
                isWhole(mirror, added.op());
            }
        }
        touched.events.forEach(id -> events.check(mirror, id));
        touched.bases.forEach(base -> frontiers.base(mirror, base));
        if (mail != null) {
            mail.check(mirror, touched.events, touched.words);
        }
    }

    private static void identity(Mirror mirror, Origin identity) {
        mirror.self = identity;
        if (mirror.poisoned) {
            // Its clock starts from physical time again.
            mirror.poisoned = false;
            mirror.lastStamp = "";
            mirror.sane = "";
        }
    }

    private void split(Mirror mirror, Commit.Split split, Touched touched) {
        Origin base = split.from().base();
        for (Issued op : mirror.chainedOf(base)) {
            if (split.from().equals(mirror.line(op)) && op.op.seq() > split.lastSeq()) {
                mirror.setLine(op.id, split.to());
            }
        }
        touched.bases.add(base);
    }

    private void drop(Mirror mirror, OpKey key, Touched touched) {
        Issued gone = null;
        if (key.isLoose()) {
            for (Issued it : mirror.carriersOf(key.eventId())) {
                if (!it.isChained() && it.base().equals(key.origin()) && it.op.seq() == key.seq()) {
                    gone = it;
                }
            }
            for (int id = mirror.held.nextSetBit(0); gone == null && id >= 0; id = mirror.held.nextSetBit(id + 1)) {
                Issued it = ledger.get(id);
                boolean same = !it.isChained()
                        && it.base().equals(key.origin())
                        && it.op.seq() == key.seq()
                        && it.op.eventId().equals(key.eventId());
                gone = same ? it : null;
            }
        } else {
            for (Issued it : mirror.chainedOf(key.origin())) {
                gone = java.util.Objects.equals(it.op.chain(), key.chain()) ? it : gone;
            }
        }
        if (gone == null) {
            throw new Violation(
                    Invariant.L1,
                    "drops-absent",
                    names.of(key),
                    mirror.replica,
                    "dropped " + names.of(key) + ", which was not there");
        }
        if (gone.isChained() && isProved(mirror, gone)) {
            throw new Violation(
                    Invariant.L1,
                    "drops-signed",
                    gone.shortName,
                    mirror.replica,
                    gone.shortName + " is signed, was committed, and is dropped");
        }
        forget(mirror, gone);
        touched.bases.add(gone.base());
        if (gone.isReadable()) {
            touched.events.add(gone.op.eventId());
        }
        if (gone.isTalk) {
            touched.words.addAll(gone.words);
        }
    }

    /** V6: what another is said to have written is taken with a signature that proves it, or not at all. */
    private void isProvedIfForeign(Mirror mirror, Op op) {
        Issued issued = op.isChained() && !op.origin().equals(mirror.self) ? ledger.find(op) : null;
        if (issued != null && mirror.held.get(issued.id) && !isProved(mirror, issued)) {
            throw new Violation(
                    Invariant.V6,
                    "unproved",
                    issued.shortName,
                    mirror.replica,
                    mirror.replica + " took " + issued.shortName + ", which no signature proves there");
        }
    }

    /** L3: what a client asked for together is written together. */
    private void isWhole(Mirror mirror, Op op) {
        boolean isAsked = op.origin().equals(mirror.self)
                && requests.groups().contains(mirror.replica, op.eventId())
                && requests.isWaiting(mirror.replica, op.eventId());
        if (isAsked) {
            requests.groups().written(mirror, op.eventId());
        }
    }

    /** A1: the chained op of an address takes the place of the loose one; both are one op. */
    private void isThereOnce(Mirror mirror, Op op) {
        int chained = 0;
        int loose = 0;
        for (Issued carrier : mirror.carriersOf(op.eventId())) {
            if (carrier.base().equals(op.origin()) && carrier.op.seq() == op.seq()) {
                chained += carrier.isChained() ? 1 : 0;
                loose += carrier.isChained() ? 0 : 1;
            }
        }
        if (chained > 0 && loose > 0) {
            throw new Violation(
                    Invariant.A1,
                    "both-forms",
                    names.of(op),
                    mirror.replica,
                    names.of(op) + " is held twice, with its chain and as a loose op");
        }
    }

    private static boolean isProved(Mirror mirror, Issued op) {
        Origin name = mirror.line(op);
        Line line = name == null ? null : mirror.lines.get(name);
        return line != null && op.op.seq() <= line.signedSeq();
    }

    private void forget(Mirror mirror, Issued gone) {
        mirror.held.clear(gone.id);
        mirror.setLine(gone.id, null);
        if (gone.isChained()) {
            removeFrom(mirror.byBase.get(gone.base()), gone);
            if (mirror.tips.get(gone.base()) == gone) {
                if (gone.parent != null) {
                    mirror.tips.put(gone.base(), gone.parent);
                } else {
                    mirror.tips.remove(gone.base());
                }
            }
        } else {
            removeFrom(mirror.looseOf.get(gone.base()), gone);
        }
        if (gone.isReadable()) {
            removeFrom(mirror.carriers.get(gone.op.eventId()), gone);
        }
        if (gone.isTalk) {
            gone.words.forEach(word -> removeFrom(mirror.talk.get(word), gone));
        }
    }

    private static void removeFrom(@Nullable List<Issued> ops, Issued gone) {
        if (ops != null) {
            ops.remove(gone);
        }
    }

    // ---- new ops

    private void add(Mirror mirror, Commit.NewOp added, long physicalMillis, Touched touched) {
        Op op = added.op();
        Issued issued;
        if (!op.isChained()) {
            issued = ledger.met(op);
        } else {
            Issued known = ledger.find(op);
            if (known == null && op.origin().equals(mirror.self)) {
                issued = authors.authored(mirror, op, physicalMillis);
                artifacts.signedAsTheyAre(mirror, issued);
            } else if (known == null) {
                throw new Violation(
                        Invariant.V6,
                        "never-issued",
                        names.of(op),
                        mirror.replica,
                        mirror.replica + " took " + names.of(op) + ", which " + names.of(op.origin())
                                + " never issued");
            } else {
                issued = known;
                goesOn(mirror, known);
                sameAsIssued(mirror, op, known);
            }
        }
        if (mirror.held.get(issued.id)) {
            throw new Violation(
                    Invariant.A1,
                    "again",
                    issued.shortName,
                    mirror.replica,
                    issued.shortName + " was applied a second time");
        }
        Issued parent = issued.parent;
        if (parent != null && !mirror.held.get(parent.id)) {
            throw new Violation(
                    Invariant.V4,
                    "hole",
                    issued.shortName,
                    mirror.replica,
                    issued.shortName + " was applied before " + parent.shortName + ", which it follows");
        }
        hold(mirror, issued, added.line());
        absorb(mirror, issued, physicalMillis);
        touched.bases.add(issued.base());
        if (issued.isReadable()) {
            touched.events.add(issued.op.eventId());
        }
    }

    /** As the log holds it from now on. */
    static void hold(Mirror mirror, Issued issued, @Nullable Origin line) {
        mirror.held.set(issued.id);
        mirror.setLine(issued.id, line);
        if (issued.isChained()) {
            mirror.byBase.computeIfAbsent(issued.base(), b -> new ArrayList<>()).add(issued);
        } else {
            mirror.looseOf
                    .computeIfAbsent(issued.base(), b -> new ArrayList<>())
                    .add(issued);
        }
        if (issued.isReadable()) {
            mirror.carriers
                    .computeIfAbsent(issued.event(), e -> new ArrayList<>(2))
                    .add(issued);
        }
        for (String word : issued.isTalk ? issued.words : List.<String>of()) {
            mirror.talk.computeIfAbsent(word, w -> new ArrayList<>(4)).add(issued);
        }
    }

    /**
     * After a restore the same request at the same moment gives the very same op again: the own line goes on from it.
     * From one that a peer brings it must not.
     */
    private void goesOn(Mirror mirror, Issued known) {
        Issued tip = mirror.tips.get(known.base());
        boolean isWritten = known.base().equals(mirror.self) && requests.isWaiting(mirror.replica, known.op.eventId());
        if (isWritten && known.parent == tip) {
            mirror.tips.put(known.base(), known);
        }
    }

    private void sameAsIssued(Mirror mirror, Op op, Issued known) {
        boolean same = op.fields().equals(known.op.fields())
                || Naive.content(op.fields()).equals(known.content);
        if (!same) {
            throw new Violation(
                    Invariant.V6,
                    "content",
                    known.shortName,
                    mirror.replica,
                    known.shortName + " says something else than when it was issued: " + Naive.content(op.fields())
                            + " instead of " + known.content);
        }
    }

    /** What the next own stamp must come after: every stamp that is not far ahead (H2, H3). */
    private void absorb(Mirror mirror, Issued issued, long physicalMillis) {
        if (!issued.isReadable()) {
            return;
        }
        if (issued.isStampOwn && issued.millis - physicalMillis <= Stamps.DAY_MILLIS) {
            mirror.sane = issued.stamp.compareTo(mirror.sane) > 0 ? issued.stamp : mirror.sane;
            mirror.absorbedMillis = Math.max(mirror.absorbedMillis, issued.millis);
        }
        if (issued.millis - physicalMillis > Stamps.DAY_MILLIS) {
            met.note(Met.Situation.FAR_FUTURE);
        }
    }

    private void signature(Mirror mirror, Commit.Signed signed) {
        Origin base = signed.line().base();
        for (Issued op : mirror.chainedOf(base)) {
            boolean isIt = op.op.seq() == signed.seq() && signed.line().equals(mirror.line(op));
            if (isIt && op.op.chain() != null && !verifier.verifies(base, op.op.seq(), op.op.chain(), signed.sig())) {
                throw new Violation(
                        Invariant.V10,
                        "kept",
                        op.shortName,
                        mirror.replica,
                        op.shortName + " is kept with a signature that is not its author's");
            }
        }
    }

    private void clock(Mirror mirror, ClockMark mark) {
        // A counter that overflows carries into the millisecond.
        long most = Math.max(mirror.physicalMax, mirror.absorbedMillis) + 1;
        if (mark.millis() > most) {
            throw new Violation(
                    Invariant.H4,
                    "mark",
                    "",
                    mirror.replica,
                    "the clock of " + mirror.replica + " stands at " + mark.millis() + ", which is "
                            + (mark.millis() - mirror.physicalMax)
                            + " ms beyond anything that its wall clock ever showed, and beyond every stamp that it may"
                            + " absorb");
        }
    }
}
