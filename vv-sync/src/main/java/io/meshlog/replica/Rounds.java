package io.meshlog.replica;

import io.meshlog.op.Artifact;
import io.meshlog.op.ArtifactRef;
import io.meshlog.op.Digest;
import io.meshlog.op.Event;
import io.meshlog.op.Limits;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.vector.LooseSummary;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Anti-entropy rounds as puller (spec §5.1, §5.5): one question at a time per peer, vector first, then origin
 * by origin, artifacts before the events that name them. Whatever a peer answers, it changes nothing but what
 * it proves; an origin that cannot be taken waits, the others go on. Confined to the replica.
 */
final class Rounds {
    private static final int PENDING_ASKED_MAX = 16;

    private final State state;
    private final RoundPlan plan;

    Rounds(State state) {
        this.state = state;
        this.plan = new RoundPlan(state);
    }

    /**
     * What the answer to a peer's open question needs to know of the log. The question decides, not the answer: one
     * that does not fit still lets a page that waits for its artifacts be taken.
     */
    Needs needs(Round round, Answer answer) {
        Needs.Builder needs = new Needs.Builder();
        Question open = round.open;
        if (open instanceof Question.AskVector) {
            VectorDocument document = documentOf(round, answer);
            if (document != null) {
                plan.needs(document, needs);
            }
        } else if (open instanceof Question.AskOps && answer instanceof Answer.Ops ops) {
            PageRules.needs(state, ops.page(), needs);
        } else if (open instanceof Question.AskChain asked) {
            needs.chain(asked.origin().base(), asked.seq(), asked.seq());
        } else if (open instanceof Question.AskArtifact asked) {
            needs.artifacts(List.of(asked.id()));
            if (round.page != null) {
                PageRules.needs(state, round.page, needs);
            }
        }
        needs.pendingArtifacts(state.peer(round.peer).pendingAfter, PENDING_ASKED_MAX);
        return needs.build();
    }

    /** The vector that the round is planned from, or null where nothing is to be planned. */
    private @Nullable VectorDocument documentOf(Round round, Answer answer) {
        if (answer instanceof Answer.Vector vector) {
            return vector.document();
        }
        PeerView view = state.peer(round.peer);
        return answer instanceof Answer.VectorUnchanged && !view.taken ? view.document : null;
    }

    void start(String peer, Step step) {
        PeerView view = state.peer(peer);
        // A host starts one only where it knows of none: a round that is open here was lost there, and its answer with
        // it.
        Round round = new Round(peer, view.document != null);
        view.round = round;
        step.ask(peer, round.open);
    }

    void answered(Round round, Answer answer, Step step) {
        Question open = round.open;
        if (answer instanceof Answer.Failed failed) {
            end(round, failed.reason(), step);
        } else if (open instanceof Question.AskVector) {
            vector(round, answer, step);
        } else if (open instanceof Question.AskOps asked) {
            ops(round, asked, answer, step);
        } else if (open instanceof Question.AskChain asked) {
            chainPoint(round, asked, answer, step);
        } else {
            artifact(round, (Question.AskArtifact) open, answer, step);
        }
    }

    // ---- the vector

    private void vector(Round round, Answer answer, Step step) {
        PeerView view = state.peer(round.peer);
        if (answer instanceof Answer.Vector vector) {
            view.document = vector.document();
            view.taken = false;
        } else if (!(answer instanceof Answer.VectorUnchanged) || view.document == null) {
            end(round, "no vector, but " + describe(answer), step);
            return;
        }
        VectorDocument document = Objects.requireNonNull(view.document);
        round.document = document;
        round.kind = document.isNode() ? RoundResult.Kind.NODE : RoundResult.Kind.REFERENCE;
        if (document.replicaId().equals(state.self.name())) {
            ourself(round, document, step);
            return;
        }
        String ours = state.config.mesh();
        String theirs = document.mesh();
        if (ours != null && theirs != null && !ours.equals(theirs)) {
            end(round, "it belongs to mesh '" + theirs + "', this node to '" + ours + "'", step);
            return;
        }
        if (!view.taken) {
            learnSuccessions(document, step);
            String renew = plan.plan(round, view, step);
            if (renew != null) {
                step.renew(renew);
            }
        }
        next(round, step);
    }

    private void ourself(Round round, VectorDocument document, Step step) {
        if (state.config.boot().equals(document.boot())) {
            round.kind = RoundResult.Kind.SELF;
            end(round, null, step);
        } else {
            round.kind = RoundResult.Kind.DOUBLE;
            step.renew("peer " + round.peer + " answers with our id from another process");
            end(round, "it answers with our own id: a copy of this replica", step);
        }
    }

    private void learnSuccessions(VectorDocument document, Step step) {
        for (Succession succession : document.successions()) {
            if (!state.successions.contains(succession)
                    && state.successions.size() < Step.SUCCESSIONS_MAX
                    && state.successionVerifier.verifies(succession)) {
                state.successions.add(succession);
                step.changes.succession(succession);
            }
        }
    }

    // ---- ops

    private void ops(Round round, Question.AskOps asked, Answer answer, Step step) {
        if (answer instanceof Answer.Refused refused) {
            giveUp(round, refused.reason(), step);
        } else if (!(answer instanceof Answer.Ops ops)) {
            end(round, "no page of ops, but " + describe(answer), step);
        } else {
            String wrong = PageRules.refusal(ops.page(), asked);
            if (wrong != null) {
                giveUp(round, wrong, step);
                return;
            }
            round.page = ops.page();
            for (String id : PageRules.artifactIds(ops.page())) {
                if (!step.facts.artifacts().containsKey(id) && !round.unavailable.contains(id)) {
                    round.artifacts.add(id);
                }
            }
            nextArtifactOrPage(round, step);
        }
    }

    private void nextArtifactOrPage(Round round, Step step) {
        String id = round.artifacts.poll();
        if (id != null) {
            ask(round, new Question.AskArtifact(id), step);
        } else if (round.page != null) {
            takePage(round, step);
        } else {
            next(round, step);
        }
    }

    private void takePage(Round round, Step step) {
        OpsPage page = Objects.requireNonNull(round.page);
        Want want = Objects.requireNonNull(round.want);
        round.page = null;
        if (want instanceof Want.Listed listed && !beginsAsExpected(listed, page)) {
            listed.restart();
            askOps(round, listed, step);
            return;
        }
        Applied applied = page.ops().isEmpty() ? Applied.taken(want.after, 0) : apply(want, page, step);
        round.applied += applied.fresh();
        if (applied.verdict() == Applied.Verdict.NO_PARENT && want instanceof Want.Chained chained) {
            findParent(round, chained, page, step);
            return;
        }
        boolean further = applied.seq() > want.after;
        want.after = Math.max(want.after, applied.seq());
        notePosition(round, want, page, applied, step);
        if (applied.verdict() != Applied.Verdict.TAKEN) {
            giveUp(round, String.valueOf(applied.reason()), step);
        } else if (page.refusal() != null) {
            giveUp(round, want.origin + ": " + page.refusal(), step);
        } else if (want.after >= want.target()) {
            finished(round, want, step);
        } else if (!further) {
            giveUp(round, want.origin + ": its vector says " + want.target() + ", nothing follows " + want.after, step);
        } else {
            askOps(round, want, step);
        }
    }

    private static boolean beginsAsExpected(Want.Listed listed, OpsPage page) {
        Commit.Position expected = listed.expected;
        if (expected == null) {
            return true;
        }
        listed.expected = null;
        if (page.ops().isEmpty()) {
            return false;
        }
        Op first = page.ops().get(0);
        return first.seq() == expected.seq() && first.eventId().equals(expected.eventId());
    }

    private Applied apply(Want want, OpsPage page, Step step) {
        Origin base = page.ops().get(0).origin().base();
        if (want.loose()) {
            return new LooseApply(state, step.facts, step.changes, step.arrivals).apply(want.origin, page.ops());
        }
        Applied applied = new ChainApply(state, step.facts, step.changes, step.arrivals).apply(base, page.ops());
        if (applied.fresh() > 0) {
            List<Op> taken =
                    page.ops().stream().filter(op -> op.seq() <= applied.seq()).toList();
            new LooseApply(state, step.facts, step.changes, step.arrivals).replacedBy(base, taken);
            if (base.equals(state.self)) {
                step.renew("a signed op of our own origin that we lacked: " + base + "#" + applied.seq());
            }
        }
        return applied;
    }

    private void notePosition(Round round, Want want, OpsPage page, Applied applied, Step step) {
        if (want instanceof Want.Listed && applied.seq() > 0 && !page.ops().isEmpty()) {
            String eventId = "";
            for (Op op : page.ops()) {
                if (op.seq() == applied.seq()) {
                    eventId = op.eventId();
                }
            }
            Commit.Position position = new Commit.Position(round.peer, want.origin, applied.seq(), eventId);
            state.peer(round.peer).positions.put(want.origin, position);
            step.changes.position(position);
        }
    }

    private void finished(Round round, Want want, Step step) {
        if (want instanceof Want.Loose loose) {
            LooseSummary ours = state.loose(loose.origin);
            boolean listedAll = loose.fromStart();
            if (!listedAll && !ours.digest().equals(loose.digest)) {
                loose.restart();
                askOps(round, loose, step);
                return;
            }
            state.peer(round.peer).looseTaken.put(loose.origin, loose.digest);
        }
        round.want = null;
        next(round, step);
    }

    // ---- where two histories part

    private void findParent(Round round, Want.Chained want, OpsPage page, Step step) {
        long first = page.ops().get(0).seq();
        long top = state.forest.top(want.origin.base());
        if (!want.searched() && top > 0) {
            want.searchUpTo(Math.min(top, first - 1));
            searchOrAsk(round, want, step);
        } else if (!want.deferred) {
            // A branch whose stem comes later in this very round.
            want.defer();
            round.want = null;
            round.wants.addLast(want);
            next(round, step);
        } else {
            giveUp(round, want.origin + "#" + first + " does not follow any op held of its origin", step);
        }
    }

    private void searchOrAsk(Round round, Want.Chained want, Step step) {
        if (want.searching()) {
            ask(round, new Question.AskChain(want.origin, want.probe()), step);
        } else {
            want.after = want.low;
            askOps(round, want, step);
        }
    }

    private void chainPoint(Round round, Question.AskChain asked, Answer answer, Step step) {
        if (!(answer instanceof Answer.ChainPoint point) || !(round.want instanceof Want.Chained want)) {
            giveUp(round, asked.origin() + ": no chain at " + asked.seq() + ", but " + describe(answer), step);
            return;
        }
        Digest theirs = point.chain();
        boolean common = false;
        for (Facts.Held held : step.facts.chain().getOrDefault(asked.origin().base(), List.of())) {
            common |= held.seq() == asked.seq() && held.chain().equals(theirs);
        }
        want.compared(asked.seq(), common);
        searchOrAsk(round, want, step);
    }

    // ---- artifacts

    private void artifact(Round round, Question.AskArtifact asked, Answer answer, Step step) {
        if (answer instanceof Answer.ArtifactContent content) {
            Artifact artifact = content.artifact();
            String wrong = artifact == null ? content.reason() : contradicts(round, asked, artifact);
            if (artifact == null || wrong != null) {
                round.unavailable.add(asked.id());
                if (wrong != null) {
                    refuseArtifact(round, wrong, step);
                }
            } else if (mayStore(round, artifact, step.facts)) {
                step.storeArtifact(artifact);
                round.artifactsTaken++;
            }
        } else {
            round.unavailable.add(asked.id());
        }
        nextArtifactOrPage(round, step);
    }

    /**
     * Whoever relays first may put anything under an id: what a signature proves takes the place of what none does,
     * and what is proven stays.
     */
    private static boolean mayStore(Round round, Artifact artifact, Facts facts) {
        String id = artifact.id();
        ArtifactRef held = facts.artifacts().get(id);
        if (held == null) {
            return true;
        } else if (held.sha256().equals(artifact.sha256())
                || facts.provenArtifacts().contains(id)) {
            return false;
        }
        // Only ops that are held count here: what a page says is not proved yet.
        return round.signedDigests.getOrDefault(id, List.of()).contains(artifact.sha256());
    }

    /**
     * No origin waits for it, so the round goes well: else two contents that were both signed under one id would make
     * every round a failed one, and ops would come at the pace of failures.
     */
    private static void refuseArtifact(Round round, String wrong, Step step) {
        if (round.artifactRefusals.size() < Limits.ROUND_REFUSALS_MAX) {
            round.artifactRefusals.add(wrong);
            step.report(new Incident(Incident.Kind.REFUSED, round.peer, 0, "peer " + round.peer + ": " + wrong));
        }
    }

    /** @return why this is not what was asked for, or not what the ops that wait for it were signed with; or null */
    private static @Nullable String contradicts(Round round, Question.AskArtifact asked, Artifact artifact) {
        if (!artifact.id().equals(asked.id())) {
            return "asked for artifact " + asked.id() + ", got " + artifact.id();
        }
        List<Digest> signed = round.signedDigests.getOrDefault(artifact.id(), List.of());
        if (!signed.isEmpty() && !signed.contains(artifact.sha256())) {
            return "artifact " + artifact.id() + " was signed with sha256 " + signed.get(0) + "; the peer serves "
                    + artifact.sha256();
        }
        OpsPage page = round.page;
        for (Op op : page == null ? List.<Op>of() : page.ops()) {
            Event event = op.eventOrNull();
            for (ArtifactRef ref :
                    event == null ? List.<ArtifactRef>of() : event.stamp().artifacts()) {
                if (ref.id().equals(artifact.id()) && !ref.sha256().equals(artifact.sha256())) {
                    return op + " was signed with artifact " + ref.id() + " of sha256 " + ref.sha256()
                            + "; the peer serves " + artifact.sha256();
                }
            }
        }
        return null;
    }

    // ---- going on

    private void next(Round round, Step step) {
        Want want = round.wants.poll();
        if (want != null) {
            round.want = want;
            if (want instanceof Want.Chained chained) {
                searchOrAsk(round, chained, step);
            } else {
                askOps(round, want, step);
            }
        } else if (!round.pendingAsked) {
            round.pendingAsked = true;
            askPending(round, step);
        } else {
            end(round, null, step);
        }
    }

    private void askPending(Round round, Step step) {
        PeerView view = state.peer(round.peer);
        List<Facts.PendingArtifact> pending = step.facts.pendingArtifacts();
        view.pendingAfter = pending.size() < PENDING_ASKED_MAX
                ? ""
                : pending.get(pending.size() - 1).id();
        for (Facts.PendingArtifact artifact : pending) {
            if (!round.unavailable.contains(artifact.id())) {
                round.artifacts.add(artifact.id());
                round.signedDigests.put(artifact.id(), artifact.signed());
            }
        }
        nextArtifactOrPage(round, step);
    }

    private void askOps(Round round, Want want, Step step) {
        ask(round, new Question.AskOps(want.origin, want.after, state.config.pageOps(), want.loose()), step);
    }

    private static void ask(Round round, Question question, Step step) {
        round.open = question;
        step.ask(round.peer, question);
    }

    private void giveUp(Round round, String reason, Step step) {
        String origin = round.want == null ? "" : round.want.origin.name();
        step.report(new Incident(Incident.Kind.REFUSED, origin, 0, "peer " + round.peer + ": " + reason));
        Origin refused = round.want == null ? null : round.want.origin;
        round.giveUp(reason);
        round.artifacts.clear();
        if (round.refusals.size() >= Limits.ROUND_REFUSALS_MAX) {
            // A peer that names what it cannot back must not keep a round going; those behind have their turn next.
            state.peer(round.peer).startAfter = refused;
            end(round, round.refusals.size() + " refusals in one round, the first: " + round.refusals.get(0), step);
        } else {
            next(round, step);
        }
    }

    private void end(Round round, @Nullable String failure, Step step) {
        PeerView view = state.peer(round.peer);
        RoundResult result = round.ended(failure);
        view.round = null;
        view.taken = result.succeeded();
        step.roundEnded(round.peer, result);
    }

    private static String describe(Answer answer) {
        return answer instanceof Answer.Refused refused
                ? refused.reason()
                : answer.getClass().getSimpleName();
    }
}
