package io.meshlog.drive;

import io.meshlog.replica.Commit;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Input;
import io.meshlog.replica.Needs;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.Replica;
import io.meshlog.replica.Served;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Drives a replica over its log: what a step needs is read, the step is taken, its commit is made durable, and only
 * then is carried out what depends on it (spec §4). A new identity that is due is taken at once.
 *
 * <p>Fail-stop: whatever is thrown by the log, the host or the core passes through to the caller, and the replica in
 * memory is gone. The next {@link #recover} rebuilds it from the log, which alone knows whether the failed step is
 * durable; where it is not, nothing was told of it.
 *
 * <p>Serial: one step, then all its effects, then the next step. Confined to one thread; the host must not call back.
 */
public final class Driver {
    /** Where effects go, after the commit that they depend on is durable. */
    public interface Host {
        /** Builds the replica of what the log holds. */
        Replica recovered(RecoveredState state);

        void answered(Effect.Answered effect);

        void ask(Effect.Ask effect);

        void sign(Effect.Sign effect);

        /** Makes a new key durable beside the old one, and seals with the old one where that is there. */
        Input.Renewed renew(Effect.RenewIdentity effect);

        /** The commit that brings the new id is durable, and its effects are carried out: the old key may go. */
        void renewed();

        void publish(Served served);

        void report(Effect.Report effect);

        void roundEnded(Effect.RoundEnded effect);
    }

    /** Sees everything that a replica is made of and takes, in order: enough to replay it. */
    public interface Tap {
        /** Nobody looks. */
        Tap NONE = new Tap() {
            @Override
            public void recovered(RecoveredState state) {}

            @Override
            public void step(Input input, Facts facts, List<Effect> effects) {}
        };

        /** A replica was rebuilt; the steps that follow are its own. */
        void recovered(RecoveredState state);

        /** A step was taken. Its effects are not carried out yet; where that fails, {@link #recovered} is next. */
        void step(Input input, Facts facts, List<Effect> effects);
    }

    private final OpLog log;
    private final Host host;
    private final Tap tap;
    private final Aftermath aftermath = new Aftermath();

    private @Nullable Replica replica;
    private boolean isTaking;

    public Driver(OpLog log, Host host) {
        this(log, host, Tap.NONE);
    }

    public Driver(OpLog log, Host host, Tap tap) {
        this.log = log;
        this.host = host;
        this.tap = tap;
    }

    /** Drops what is in memory, rebuilds it from the log, publishes, and carries out what a crash left to do. */
    public void recover() {
        drop();
        failStop(() -> {
            RecoveredState state = log.recover();
            Replica recovered = host.recovered(state);
            replica = recovered;
            tap.recovered(state);
            host.publish(recovered.served());
            carryOut(recovered.recovered());
        });
    }

    /** Forgets the replica; the next {@link #recover} rebuilds it. */
    public void drop() {
        replica = null;
    }

    public boolean isRecovered() {
        return replica != null;
    }

    /** @throws IllegalStateException if there is none: it was not recovered, or a failure dropped it */
    public Replica replica() {
        Replica r = replica;
        if (r == null) {
            throw new IllegalStateException("no replica: recover it first");
        }
        return r;
    }

    /** @throws IllegalStateException if there is no replica */
    public void take(Input input) {
        failStop(() -> carryOut(step(input)));
    }

    /**
     * Takes inputs that share one transaction (group commit): every step first, in order, then one commit of them
     * all, then their other effects, in order. None may depend on what another of them commits: all facts are about
     * the log as it was before.
     *
     * @throws IllegalStateException if there is no replica
     */
    public void takeTogether(List<Input> inputs) {
        failStop(() -> {
            List<Effect> effects = new ArrayList<>();
            for (Input input : inputs) {
                effects.addAll(step(input));
            }
            carryOut(effects);
        });
    }

    /**
     * Commits nothing: whether the log takes a commit again.
     *
     * @throws IllegalStateException if there is no replica
     */
    public void probe() {
        failStop(() -> log.commit(List.of(Commit.nothing(replica().served().tipSeq() + 1))));
    }

    private void failStop(Runnable work) {
        if (isTaking) {
            throw new IllegalStateException("a step is being taken: the host must not call back");
        }
        boolean isDone = false;
        isTaking = true;
        try {
            work.run();
            isDone = true;
        } finally {
            isTaking = false;
            if (!isDone) {
                drop();
            }
        }
    }

    private List<Effect> step(Input input) {
        Replica r = replica();
        Needs needs = r.needs(input);
        Facts facts = needs.isNothing() ? Facts.NONE : log.facts(needs);
        List<Effect> effects = r.step(input, facts);
        tap.step(input, facts, effects);
        return effects;
    }

    /**
     * Every commit first, as one transaction; then what may be told of it, as of the last step: what steps before that
     * would have told is not what the log holds any more, and nobody is answered before all may see what he wrote.
     * Then the rest, in order.
     */
    private void carryOut(List<Effect> effects) {
        List<Commit> commits = new ArrayList<>();
        Effect.@Nullable Publish last = null;
        for (Effect effect : effects) {
            if (effect instanceof Commit commit) {
                commits.add(commit);
            }
            last = effect instanceof Effect.Publish publish ? publish : last;
        }
        if (!commits.isEmpty()) {
            log.commit(commits);
        }
        if (last != null) {
            host.publish(last.served());
        }
        for (Effect effect : effects) {
            if (!(effect instanceof Effect.Publish)) {
                effect.dispatchTo(aftermath);
            }
        }
    }

    /** What follows a durable commit. */
    private final class Aftermath implements Effect.Handler<Void> {
        @Override
        public Void commit(Commit effect) {
            return nothing();
        }

        @Override
        public Void answered(Effect.Answered effect) {
            host.answered(effect);
            return nothing();
        }

        @Override
        public Void ask(Effect.Ask effect) {
            host.ask(effect);
            return nothing();
        }

        @Override
        public Void sign(Effect.Sign effect) {
            host.sign(effect);
            return nothing();
        }

        @Override
        public Void renewIdentity(Effect.RenewIdentity effect) {
            carryOut(step(host.renew(effect)));
            host.renewed();
            return nothing();
        }

        @Override
        public Void publish(Effect.Publish effect) {
            host.publish(effect.served());
            return nothing();
        }

        @Override
        public Void report(Effect.Report effect) {
            host.report(effect);
            return nothing();
        }

        @Override
        public Void roundEnded(Effect.RoundEnded effect) {
            host.roundEnded(effect);
            return nothing();
        }

        @SuppressWarnings("NullAway") // Void has no value.
        private Void nothing() {
            return null;
        }
    }
}
