package io.meshlog.replica;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Anti-entropy rounds as puller (spec §5.1, §5.5): one question at a time per peer, vector first, then origin
 * by origin, artifacts before the events that name them. Whatever a peer answers, it changes nothing but what
 * it proves; an origin that cannot be taken waits, the others go on. Confined to the replica.
 */
final class Rounds {
    private final State state;
    private final RoundPlan plan;
    private final RoundCourse course;
    private final RoundPages pages;

    Rounds(State state) {
        this.state = state;
        this.plan = new RoundPlan(state);
        this.course = new RoundCourse(state);
        this.pages = new RoundPages(state, course);
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
        needs.pendingArtifacts(state.peer(round.peer).pendingAfter, RoundCourse.PENDING_ASKED_MAX);
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
            course.end(round, failed.reason(), step);
        } else if (open instanceof Question.AskVector) {
            vector(round, answer, step);
        } else if (open instanceof Question.AskOps asked) {
            pages.ops(round, asked, answer, step);
        } else if (open instanceof Question.AskChain asked) {
            pages.chainPoint(round, asked, answer, step);
        } else {
            RoundArtifacts.answered(round, (Question.AskArtifact) open, answer, step);
            pages.goOn(round, step);
        }
    }

    // ---- the vector

    private void vector(Round round, Answer answer, Step step) {
        PeerView view = state.peer(round.peer);
        if (answer instanceof Answer.Vector vector) {
            view.document = vector.document();
            view.taken = false;
        } else if (!(answer instanceof Answer.VectorUnchanged) || view.document == null) {
            course.end(round, "no vector, but " + RoundCourse.describe(answer), step);
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
            course.end(round, "it belongs to mesh '" + theirs + "', this node to '" + ours + "'", step);
            return;
        }
        if (!view.taken) {
            learnSuccessions(document, step);
            String renew = plan.plan(round, view, step);
            if (renew != null) {
                step.renewAfterAmnesia(renew);
            }
        }
        course.next(round, step);
    }

    private void ourself(Round round, VectorDocument document, Step step) {
        if (state.config.boot().equals(document.boot())) {
            round.kind = RoundResult.Kind.SELF;
            course.end(round, null, step);
        } else {
            round.kind = RoundResult.Kind.DOUBLE;
            step.renew("peer " + round.peer + " answers with our id from another process");
            course.end(round, "it answers with our own id: a copy of this replica", step);
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
}
