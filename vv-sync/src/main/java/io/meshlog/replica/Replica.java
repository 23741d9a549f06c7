package io.meshlog.replica;

import io.meshlog.op.Artifact;
import io.meshlog.op.ChainVerifier;
import io.meshlog.op.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One replica of the log as a state machine (spec §2–§5): inputs in, ordered effects out. Pure: it reads no
 * log, no clock and no random source, and the same inputs with the same facts give the same effects.
 *
 * <p>A driver asks {@link #needs} of an input, answers from its log, takes the {@link #step}, and carries the
 * effects out in order: the commit durably first. Where that fails it drops this object and builds a new one
 * from the log.
 *
 * <p>Confined to its driver's thread.
 */
public final class Replica {
    private final State state;
    private final Rounds rounds;

    public Replica(
            ReplicaConfig config,
            ChainVerifier verifier,
            SuccessionVerifier successionVerifier,
            RecoveredState recovered) {
        this.state = new State(config, verifier, successionVerifier, recovered);
        this.rounds = new Rounds(state);
    }

    /** The id that this replica writes under. */
    public Origin self() {
        return state.self;
    }

    /** What may be told as of the last commit. */
    public Served served() {
        return state.served();
    }

    /** What {@link #step} must know of the log for this input. */
    public Needs needs(Input input) {
        if (input instanceof Input.Append append) {
            return needs(List.of(), append.requests());
        } else if (input instanceof Input.Batch batch) {
            return needs(batch.artifacts(), batch.events());
        } else if (input instanceof Input.PutArtifact put) {
            return needs(List.of(put.artifact()), List.of());
        } else if (input instanceof Input.PeerAnswered answered) {
            Round round = roundOf(answered.peer());
            return round == null ? Needs.NOTHING : rounds.needs(round, answered.answer());
        }
        return input instanceof Input.Renewed ? orphanNeeds() : Needs.NOTHING;
    }

    private static Needs needs(List<Artifact> artifacts, List<Input.Request> requests) {
        Needs.Builder needs = new Needs.Builder();
        Rulings.needs(artifacts, requests, needs);
        return needs.build();
    }

    /** Own ops that the old key can no longer sign change their place in the log. */
    private Needs orphanNeeds() {
        Needs.Builder needs = new Needs.Builder();
        for (RecoveredState.UnsignedOp op : state.unsigned.left()) {
            needs.event(op.op().eventId());
            needs.artifacts(Arrivals.artifactIds(op.op()));
        }
        return needs.build();
    }

    /**
     * Takes one step.
     *
     * @param facts the log's answers to {@link #needs} of this very input
     * @return what is to be done, in order
     */
    public List<Effect> step(Input input, Facts facts) {
        if (input instanceof Input.Append append) {
            Step step = new Step(state, facts, append.nowMillis());
            append(append, authoring(step));
            return step.effects();
        } else if (input instanceof Input.Batch batch) {
            Step step = new Step(state, facts, batch.nowMillis());
            authoring(step).batch(batch);
            return step.effects();
        } else if (input instanceof Input.PutArtifact put) {
            Step step = new Step(state, facts, 0);
            new Authoring(state, step).put(put);
            return step.effects();
        } else if (input instanceof Input.Signed signed) {
            return signed(signed, new Step(state, facts, 0)).effects();
        } else if (input instanceof Input.StartRound start) {
            Step step = new Step(state, facts, start.nowMillis());
            rounds.start(start.peer(), step);
            return step.effects();
        } else if (input instanceof Input.PeerAnswered answered) {
            Step step = new Step(state, facts, answered.nowMillis(), answered.peer());
            Round round = roundOf(answered.peer());
            if (round != null) {
                rounds.answered(round, answered.answer(), step);
            }
            return step.effects();
        } else if (input instanceof Input.Renew renew) {
            Step step = new Step(state, facts, 0);
            step.renew(renew.reason());
            return step.effects();
        }
        return renewed((Input.Renewed) input, new Step(state, facts, 0)).effects();
    }

    /** Why nothing may be authored until {@link Input.Renewed}, or null. */
    public @Nullable String renewing() {
        return state.renewing;
    }

    /** What a crash left to do: a new id that is due, own ops to sign. Ask for it once, before any input. */
    public List<Effect> recovered() {
        Step step = new Step(state, Facts.NONE, 0);
        step.renewIfDue();
        return step.effects();
    }

    private @Nullable Round roundOf(String peer) {
        return state.peer(peer).round;
    }

    private Authoring authoring(Step step) {
        if (state.renewing != null) {
            throw new IllegalStateException("append while a new identity is due: " + state.renewing);
        }
        return new Authoring(state, step);
    }

    private static void append(Input.Append append, Authoring authoring) {
        for (Input.Request request : append.requests()) {
            authoring.append(request, append.nowMillis());
        }
    }

    private Step signed(Input.Signed signed, Step step) {
        RecoveredState.UnsignedOp op = state.unsigned.signed(signed.base(), signed.seq(), signed.chain());
        Line line = op == null ? null : state.forest.get(op.line());
        if (op != null && line != null) {
            step.changes.signed(new Commit.Signed(op.line(), op.seq(), signed.sig()));
            state.forest.put(line.signed(op.seq(), op.chain(), signed.sig()), step.changes);
        }
        return step;
    }

    /**
     * Acknowledged ops that can never be signed go on as loose ones, so that they replicate all the same. A branch
     * that would be empty stays as it is: it is the branch's first op that gives it its name.
     */
    private void orphan(List<RecoveredState.UnsignedOp> left, Step step) {
        for (RecoveredState.UnsignedOp op : left) {
            Line line = state.forest.get(op.line());
            if (line != null
                    && (line.signedSeq() >= line.first() || !line.name().isBranch())) {
                step.arrivals.orphaned(op.op());
            }
        }
        for (RecoveredState.UnsignedOp op : left) {
            Line line = state.forest.get(op.line());
            if (line != null
                    && line.seq() > line.signedSeq()
                    && (line.signedSeq() >= line.first() || !line.name().isBranch())) {
                state.forest.put(line.withoutUnsigned(), step.changes);
            }
        }
    }

    private Step renewed(Input.Renewed renewed, Step step) {
        for (Input.Signed seal : renewed.sealed()) {
            signed(seal, step);
        }
        orphan(state.unsigned.takeAll(), step);
        Succession succession = renewed.succession();
        state.self = succession.newId();
        state.clock = renewed.freshClock()
                ? new io.meshlog.hlc.HybridClock(state.self.name(), io.meshlog.hlc.ClockMark.ZERO, state.config.drift())
                : state.clock.as(state.self.name());
        state.renewing = null;
        state.successions.add(succession);
        step.changes.identity(state.self);
        step.changes.succession(succession);
        step.report(new Incident(
                Incident.Kind.IDENTITY,
                state.self.name(),
                0,
                "this replica writes as " + state.self + " from now on; it was " + succession.oldId()));
        return step;
    }
}
