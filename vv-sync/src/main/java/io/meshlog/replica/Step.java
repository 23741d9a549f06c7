package io.meshlog.replica;

import io.meshlog.op.Artifact;
import io.meshlog.op.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One step while it is taken: what it knows, what it changes, and what it tells. Its effects come out in one
 * order whatever order they were put in: the commit first, then what depends on it. Confined to the step.
 */
final class Step {
    static final int SUCCESSIONS_MAX = 1_000;

    final Facts facts;
    final Changes changes = new Changes();
    final Arrivals arrivals;

    private final State state;
    private final @Nullable String peer;
    private final List<Effect> reports = new ArrayList<>();
    private final List<Effect> answers = new ArrayList<>();
    private final List<Effect> asks = new ArrayList<>();
    private final SortedMap<Long, Supplier<Outcome>> settled = new TreeMap<>();
    // Asked for every append of a step, of which there may be a thousand.
    private final SortedMap<String, Op> authored = new TreeMap<>();
    private @Nullable String renew;

    Step(State state, Facts facts, long nowMillis) {
        this(state, facts, nowMillis, null);
    }

    /** @param peer whose answer it is about, or null */
    Step(State state, Facts facts, long nowMillis, @Nullable String peer) {
        this.state = state;
        this.peer = peer;
        this.facts = facts;
        this.arrivals = new Arrivals(state, facts, changes, nowMillis);
    }

    void ask(String peer, Question question) {
        asks.add(new Effect.Ask(peer, question));
    }

    void answer(long request, Outcome outcome) {
        answers.add(new Effect.Answered(request, outcome));
    }

    /** An own op of this step. */
    void authored(Op op) {
        authored.put(op.eventId(), op);
    }

    /** The op that this step authored for an event, or null. */
    @Nullable
    Op authored(String eventId) {
        return authored.get(eventId);
    }

    /** An answer that says delivery positions, which are known once the step is settled. */
    void answerSettled(long request, Supplier<Outcome> outcome) {
        settled.put(request, outcome);
    }

    void report(Incident incident) {
        reports.add(new Effect.Report(peer, incident));
    }

    void roundEnded(String peer, RoundResult result) {
        asks.add(new Effect.RoundEnded(peer, result));
    }

    void storeArtifact(Artifact artifact) {
        changes.artifact(artifact);
        arrivals.artifactStored(artifact.id(), artifact.sha256());
    }

    /** Own ops are elsewhere and not here. */
    void renewAfterAmnesia(String reason) {
        if (renew == null && state.renewing == null) {
            report(new Incident(Incident.Kind.AMNESIA, state.self.name(), 0, reason));
        }
        renew(reason);
    }

    /** From this step on nothing is authored under the present id. */
    void renew(String reason) {
        if (renew == null && state.renewing == null) {
            renew = reason;
            state.renewing = reason;
            changes.renewalDue(reason);
        }
    }

    /** A new id that was due before a crash still is. */
    void renewIfDue() {
        renew = state.renewing;
    }

    /** Everything this step wants done, in order. */
    List<Effect> effects() {
        for (Incident incident : arrivals.settle()) {
            report(incident);
        }
        List<Effect> effects = new ArrayList<>();
        boolean news = changes.isNews();
        if (!changes.isEmpty() || state.clockMoved()) {
            effects.add(state.commit(changes));
        }
        settled.forEach((request, outcome) -> answer(request, outcome.get()));
        effects.addAll(answers);
        if (news) {
            effects.add(new Effect.Publish(state.served()));
        }
        effects.addAll(reports);
        if (renew != null) {
            effects.add(
                    new Effect.RenewIdentity(state.self, renew, state.ownLine().head(), state.unsigned.all()));
        } else {
            Effect.Sign sign = state.unsigned.ask();
            if (sign != null) {
                effects.add(sign);
            }
        }
        effects.addAll(asks);
        return effects;
    }
}
