package io.meshlog.replica;

import io.meshlog.op.Limits;
import io.meshlog.op.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a round goes on: the next question, an origin given up, or the end. One question at a time; whatever was given up
 * waits until the next round, and the others go on. Confined to the replica.
 */
final class RoundCourse {
    /** How many artifacts that are missing since earlier rounds are asked for in one. */
    static final int PENDING_ASKED_MAX = 16;

    private final State state;

    RoundCourse(State state) {
        this.state = state;
    }

    /** The next origin; behind the last one, what is pending; then the end. */
    void next(Round round, Step step) {
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
        if (!askArtifact(round, step)) {
            next(round, step);
        }
    }

    /** @return whether an artifact was left to ask for, and is asked for now */
    boolean askArtifact(Round round, Step step) {
        String id = round.artifacts.poll();
        if (id != null) {
            ask(round, new Question.AskArtifact(id), step);
        }
        return id != null;
    }

    void askOps(Round round, Want want, Step step) {
        ask(round, new Question.AskOps(want.origin, want.after, state.config.pageOps(), want.loose()), step);
    }

    /** Looks on for where two histories part; where that is known, asks for what follows. */
    void searchOrAsk(Round round, Want.Chained want, Step step) {
        if (want.searching()) {
            ask(round, new Question.AskChain(want.origin, want.probe()), step);
        } else {
            want.after = want.low;
            askOps(round, want, step);
        }
    }

    private static void ask(Round round, Question question, Step step) {
        round.open = question;
        step.ask(round.peer, question);
    }

    /** The origin that is being taken waits until the next round. */
    void giveUp(Round round, String reason, Step step) {
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

    /** @param failure why it ends early, or null */
    void end(Round round, @Nullable String failure, Step step) {
        PeerView view = state.peer(round.peer);
        RoundResult result = round.ended(failure);
        view.round = null;
        view.taken = result.succeeded();
        step.roundEnded(round.peer, result);
    }

    /** An answer that does not fit, for people. */
    static String describe(Answer answer) {
        return answer instanceof Answer.Refused refused
                ? refused.reason()
                : answer.getClass().getSimpleName();
    }
}
