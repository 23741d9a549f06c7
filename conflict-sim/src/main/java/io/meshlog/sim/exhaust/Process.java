package io.meshlog.sim.exhaust;

import io.meshlog.drive.Driver;
import io.meshlog.hlc.DriftBounds;
import io.meshlog.op.Draft;
import io.meshlog.op.Event;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Input;
import io.meshlog.replica.Outcome;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.Replica;
import io.meshlog.replica.ReplicaConfig;
import io.meshlog.replica.Served;
import io.meshlog.sim.log.MemoryLog;
import io.meshlog.sim.world.Asked;
import io.meshlog.sim.world.Names;
import io.meshlog.sim.world.Observer;
import io.meshlog.sim.world.SimClock;
import io.meshlog.sim.world.SimKey;
import io.meshlog.vector.Head;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One process: the core on a log in memory, whose ops are signed at once and whose wall clock stands still, as all of
 * them do, so that stamps meet. Confined to one exploration.
 */
final class Process implements Driver.Host {
    static final long NOW_MILLIS = SimClock.EPOCH;

    private static final int ROUNDS_MAX = 3;
    private static final String CREATED_AT = "2026-08-25T23:20:03Z";

    private final String name;
    private final Names names;
    private final MemoryLog log;
    private final SortedMap<Origin, SimKey> keys = new TreeMap<>();
    private final Driver driver;
    private final Deque<Effect.Ask> asks = new ArrayDeque<>();
    private final Deque<Effect.Sign> signs = new ArrayDeque<>();
    /** Own ops in the order in which they were signed. */
    private final List<Op> authored = new ArrayList<>();

    private final SortedMap<String, Op> unsigned = new TreeMap<>();

    private @Nullable Observer observer;
    private @Nullable Served served;
    private long request;
    private int generation = 1;
    private int boots;
    private int untilCrash = -1;
    private boolean crashed;

    private Process(String name, Names names, MemoryLog log) {
        this.name = name;
        this.names = names;
        this.log = log;
        this.driver = new Driver(new Watched(log, this::committed), this);
    }

    static Process first(String name, Names names) {
        SimKey key = SimKey.of(name);
        names.called(key.origin(), name);
        Process process = new Process(name, names, new MemoryLog(key.origin()));
        process.keys.put(key.origin(), key);
        process.driver.recover();
        return process;
    }

    private Process copied(String as) {
        Process copy = new Process(as, names, log.copy());
        copy.keys.putAll(keys);
        copy.authored.addAll(authored);
        copy.driver.recover();
        return copy;
    }

    String name() {
        return name;
    }

    MemoryLog log() {
        return log;
    }

    Served served() {
        return Objects.requireNonNull(served);
    }

    List<Op> authored() {
        return authored;
    }

    boolean crashed() {
        return crashed;
    }

    /** From now on somebody looks. @param firstRequest the number of its next local request */
    void watch(Observer watching, long firstRequest) {
        observer = watching;
        request = firstRequest;
    }

    // ---- steps

    /** @return the process that goes on: itself, or the copy */
    Process apply(Step step) {
        crashed = false;
        if (step instanceof Step.CopiedAs copy) {
            return copied(copy.name());
        }
        untilCrash = step.crashAt();
        if (step instanceof Step.Write write) {
            write(write);
        } else if (step instanceof Step.Take take) {
            for (int rounds = 0; rounds < ROUNDS_MAX && !holds(take.op()); rounds++) {
                round(take.peer(), Offer.of(take));
            }
        } else if (step instanceof Step.TakeLoose take) {
            round(take.peer(), Offer.of(take));
        }
        untilCrash = -1;
        return this;
    }

    private void write(Step.Write write) {
        Draft draft = new Draft(
                new Event.Routing("s", "r", null, "agent@" + name, null, null),
                "note",
                null,
                null,
                null,
                write.body(),
                "{}",
                List.of(),
                null);
        long number = ++request;
        Observer watching = observer;
        if (watching != null) {
            watching.requested(name, number, write.eventId(), Asked.of(draft));
        }
        take(new Input.Append(
                List.of(new Input.Request(number, draft, write.eventId(), CREATED_AT, name)), NOW_MILLIS));
    }

    private void round(String peer, Offer offer) {
        take(new Input.StartRound(peer, NOW_MILLIS));
        while (!asks.isEmpty()) {
            Effect.Ask ask = asks.remove();
            take(new Input.PeerAnswered(ask.peer(), ask.question().dispatchTo(offer), NOW_MILLIS));
        }
    }

    /** One step of the core, then the signatures that it asks for, or the end of the process. */
    private void take(Input input) {
        driver.take(input);
        if (untilCrash-- == 0) {
            crashed = true;
            asks.clear();
            signs.clear();
            driver.recover();
        }
        while (!signs.isEmpty()) {
            Effect.Sign point = signs.remove();
            SimKey key = keys.get(point.base());
            if (key != null) {
                Input.Signed signed = key.sign(point);
                signed(signed);
                take(signed);
            }
        }
    }

    private void signed(Input.Signed signed) {
        Op op = unsigned.remove(signed.chain().hex());
        if (op != null) {
            authored.add(op.withSig(signed.sig()));
        }
    }

    boolean holds(Known op) {
        for (Head head : served().frontier().heads().values()) {
            if (head.origin().base().equals(op.op().origin())
                    && head.seq() >= op.op().seq()
                    && op.chain().equals(log.chainAt(head.origin(), op.op().seq()))) {
                return true;
            }
        }
        return false;
    }

    // ---- effects

    private void committed(List<Commit> commits) {
        for (Commit commit : commits) {
            for (Commit.NewOp op : commit.ops()) {
                if (op.op().chain() != null && op.op().sig() == null) {
                    unsigned.put(op.op().chain().hex(), op.op());
                }
            }
        }
        if (observer != null) {
            observer.committed(name, commits, NOW_MILLIS);
        }
    }

    @Override
    public Replica recovered(RecoveredState state) {
        boots++;
        return new Replica(
                new ReplicaConfig(name + ":" + boots, null, DriftBounds.DEFAULT, 1),
                SimKey.VERIFIER,
                SimKey.SUCCESSIONS,
                state);
    }

    @Override
    public void answered(Effect.Answered effect) {
        if (observer == null) {
            return;
        }
        if (effect.outcome() instanceof Outcome.Appended appended) {
            observer.acknowledged(name, effect.request(), appended.op());
        } else if (effect.outcome() instanceof Outcome.Refused refused) {
            observer.refused(name, effect.request(), refused.invalid().toString());
        } else if (effect.outcome() instanceof Outcome.Differs differs) {
            observer.refused(name, effect.request(), differs.toString());
        }
    }

    @Override
    public void ask(Effect.Ask effect) {
        asks.add(effect);
    }

    @Override
    public void sign(Effect.Sign effect) {
        signs.add(effect);
    }

    @Override
    public Input.Renewed renew(Effect.RenewIdentity effect) {
        String alias = name + "'" + generation++;
        SimKey next = SimKey.of(alias);
        names.called(next.origin(), alias);
        SimKey old = keys.get(effect.old());
        keys.put(next.origin(), next);
        List<Input.Signed> sealed = new ArrayList<>();
        Head head = effect.sealed();
        if (old != null) {
            for (Effect.Sign point : effect.seal()) {
                Input.Signed last = old.sign(point);
                signed(last);
                sealed.add(last);
                head = new Head(last.base(), last.seq(), last.chain(), last.sig());
            }
        }
        return new Input.Renewed(SimKey.succession(effect.old(), head, next, old), sealed, false);
    }

    @Override
    public void renewed() {}

    @Override
    public void publish(Served now) {
        served = now;
        if (observer != null) {
            observer.told(name, now);
        }
    }

    @Override
    public void report(Effect.Report effect) {
        if (observer != null) {
            observer.reported(name, effect.incident());
        }
    }

    @Override
    public void roundEnded(Effect.RoundEnded effect) {
        if (observer != null) {
            observer.roundEnded(name, effect.peer(), effect.result(), null);
        }
    }
}
