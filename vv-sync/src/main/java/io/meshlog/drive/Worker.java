package io.meshlog.drive;

import io.meshlog.hlc.PhysicalClock;
import io.meshlog.op.Artifact;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Input;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.Outcome;
import io.meshlog.replica.Question;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.Replica;
import io.meshlog.replica.RoundResult;
import io.meshlog.replica.Served;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Takes what waits for a replica, turn by turn, through a {@link Driver}: what shares a transaction, which rounds may
 * begin, and whose answer comes too late are decided here, once for every program.
 *
 * <p>Every local request gets one answer: what the core says once it is durable, or {@link Host#unanswered}. Every
 * round that was let begin ends once: {@link Host#roundEnded}, or {@link Host#roundLost}.
 *
 * <p>Fail-stop as the driver: where a turn fails its requests are unanswered and all rounds are lost; the next turn
 * finds a replica that is rebuilt from the log. Confined to one thread; the host must not call back.
 */
public final class Worker {
    /** How many local requests and signatures share a transaction at most; a batch counts as its events do. */
    public static final int SHARED_MAX = 1_000;

    /** Where things go, after the commit that they depend on is durable. */
    public interface Host {
        /** Builds the replica of what the log holds. */
        Replica recovered(RecoveredState state);

        /** Where this throws the request counts as not answered. */
        void answered(long request, Outcome outcome);

        /** Nobody knows whether it is durable; where the log says that its commit failed, it is not. */
        void unanswered(long request);

        /** Exactly one {@link Worker#heard} with this ticket should follow. */
        void ask(Ticket ticket, Question question);

        /** The core has this answer, and what follows from it is durable. */
        void taken(Ticket ticket, Answer answer);

        void roundEnded(String peer, RoundResult result);

        /** A round that waited or ran went with the replica, after {@link #failed}: it is not going to end. */
        void roundLost(String peer);

        /**
         * A turn failed, and the replica is gone. What this throws passes through, with nothing after it.
         *
         * @return whether the program lives on; where not, nothing more is taken, and what waited is unanswered
         */
        boolean failed(RuntimeException failure);

        /** {@link Worker#signed} should follow. */
        void sign(Effect.Sign effect);

        /** As {@link Driver.Host#renew}. */
        Input.Renewed renew(Effect.RenewIdentity effect);

        /** As {@link Driver.Host#renewed}. */
        void renewed();

        void publish(Served served);

        void report(Effect.Report effect);
    }

    private final Host host;
    private final PhysicalClock clock;
    private final Driver driver;
    private final Inbox inbox = new Inbox();
    private final RoundGuard rounds = new RoundGuard();
    /** Local requests of the turn that is being taken and that have no answer yet. */
    private final SortedSet<Long> open = new TreeSet<>();

    public Worker(OpLog log, Host host, PhysicalClock clock, Driver.Tap tap) {
        this.host = host;
        this.clock = clock;
        this.driver = new Driver(log, new Outlets(), tap);
    }

    /**
     * Recovers the replica, before anything is taken. What fails passes through.
     *
     * @param renewal why it must take a new id before anything else, or null
     */
    public void start(@Nullable String renewal) {
        driver.recover();
        if (renewal != null) {
            driver.take(new Input.Renew(renewal));
        }
    }

    // ---- what waits

    /** @param stamped gives it its event id and time, from the wall clock's milliseconds */
    public void append(LongFunction<Input.Request> stamped) {
        inbox.add(new Inbox.Job.Append(stamped.apply(clock.millis())));
    }

    /** @param stamped as for {@link #append}, for each of its events */
    public void batch(LongFunction<Input.Batch> stamped) {
        inbox.add(new Inbox.Job.Batch(stamped.apply(clock.millis())));
    }

    public void put(long request, Artifact artifact) {
        inbox.add(new Inbox.Job.Put(request, artifact));
    }

    public void signed(Input.Signed signature) {
        inbox.add(new Inbox.Job.Signed(signature));
    }

    public void renew(String reason) {
        inbox.add(new Inbox.Job.Renew(new Input.Renew(reason)));
    }

    /** @return whether a round is going to begin: while one waits or runs with this peer, no other does */
    public boolean startRound(String peer) {
        Ticket ticket = rounds.begin(peer);
        if (ticket != null) {
            inbox.add(new Inbox.Job.Start(ticket));
        }
        return ticket != null;
    }

    /** @return whether it counts: not where its round is gone */
    public boolean heard(Ticket ticket, Answer answer) {
        boolean counts = rounds.isCurrent(ticket);
        if (counts) {
            inbox.add(new Inbox.Job.Heard(ticket, answer));
        }
        return counts;
    }

    public boolean isAnythingWaiting() {
        return !inbox.isEmpty();
    }

    public boolean isAnyRoundRunning() {
        return rounds.isAnyRunning();
    }

    /** Whether there is a replica: it was recovered, and no failure dropped it since. */
    public boolean isRecovered() {
        return driver.isRecovered();
    }

    // ---- work

    /** Takes everything that waits. */
    public void work() {
        boolean goesOn = true;
        for (Inbox.Turn turn : inbox.takeAll()) {
            if (goesOn) {
                goesOn = take(turn);
            } else {
                unanswered(turn);
            }
        }
    }

    /** Nothing waits, and the last turn failed: whether the log can be read, and takes a commit, again. */
    public void retry() {
        guarded(driver::probe);
    }

    /** The program ends: nothing that waits is taken. */
    public void abandon() {
        inbox.takeAll().forEach(this::unanswered);
    }

    private void unanswered(Inbox.Turn turn) {
        turn.requests().forEach(host::unanswered);
    }

    /** @return whether the work goes on */
    private boolean take(Inbox.Turn turn) {
        turn.requests().forEach(open::add);
        boolean goesOn = turn.isShared()
                ? guarded(() -> driver.takeTogether(turn.sharedInputs(clock.millis())))
                : takeAlone(turn.jobs().get(0));
        List<Long> left = List.copyOf(open);
        open.clear();
        left.forEach(host::unanswered);
        return goesOn;
    }

    private boolean takeAlone(Inbox.Job job) {
        if (job instanceof Inbox.Job.Renew renew) {
            return guarded(() -> driver.take(renew.input()));
        } else if (job instanceof Inbox.Job.Start start && rounds.isCurrent(start.ticket())) {
            return guarded(() -> driver.take(new Input.StartRound(start.ticket().peer(), clock.millis())));
        } else if (job instanceof Inbox.Job.Heard heard && rounds.isCurrent(heard.ticket())) {
            Ticket ticket = heard.ticket();
            return guarded(() -> {
                driver.take(new Input.PeerAnswered(ticket.peer(), heard.answer(), clock.millis()));
                host.taken(ticket, heard.answer());
            });
        }
        return true;
    }

    /** @return whether the work goes on */
    private boolean guarded(Runnable steps) {
        try {
            if (!driver.isRecovered()) {
                driver.recover();
            }
            steps.run();
            return true;
        } catch (RuntimeException failure) {
            // The driver dropped the replica: what it held in memory is not what the log holds.
            boolean goesOn = host.failed(failure);
            rounds.lost().forEach(host::roundLost);
            return goesOn;
        }
    }

    /** Notes what ends a request or a round; the host hears of it all. */
    private final class Outlets implements Driver.Host {
        @Override
        public Replica recovered(RecoveredState state) {
            return host.recovered(state);
        }

        @Override
        public void answered(Effect.Answered effect) {
            host.answered(effect.request(), effect.outcome());
            open.remove(effect.request());
        }

        @Override
        public void ask(Effect.Ask effect) {
            host.ask(rounds.of(effect.peer()), effect.question());
        }

        @Override
        public void roundEnded(Effect.RoundEnded effect) {
            rounds.ended(effect.peer());
            host.roundEnded(effect.peer(), effect.result());
        }

        @Override
        public void sign(Effect.Sign effect) {
            host.sign(effect);
        }

        @Override
        public Input.Renewed renew(Effect.RenewIdentity effect) {
            return host.renew(effect);
        }

        @Override
        public void renewed() {
            host.renewed();
        }

        @Override
        public void publish(Served served) {
            host.publish(served);
        }

        @Override
        public void report(Effect.Report effect) {
            host.report(effect);
        }
    }
}
