package io.meshlog.sim.world;

import io.meshlog.op.Artifact;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Input;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/**
 * What waits for a process's log, in the order in which it came: local requests and signatures that wait together share
 * a transaction, as in the program. Confined to its run.
 */
final class Inbox {
    private final List<Job> jobs = new ArrayList<>();
    /** Local requests of the transaction that is being taken and that have no answer yet. */
    private final SortedSet<Long> open = new TreeSet<>();

    /** One thing that waits. */
    sealed interface Job {
        record Append(Input.Request request) implements Job {}

        record Put(long request, Artifact artifact) implements Job {
            boolean isOfSameId(Job other) {
                return other instanceof Put put && put.artifact.id().equals(artifact.id());
            }
        }

        record Happened(Input input) implements Job {}

        /** A round is to begin. */
        record Start(String peer) implements Job {}

        /** What a peer answered; it counts as heard when it is taken. */
        record Heard(String peer, Answer answer) implements Job {}

        /** Whether it may share a transaction with others of its kind. */
        default boolean isShared() {
            boolean isAlone = this instanceof Start || this instanceof Heard;
            return this instanceof Happened happened ? happened.input() instanceof Input.Signed : !isAlone;
        }

        /** The number of a local request, or 0. */
        default long number() {
            return this instanceof Append append
                    ? append.request().request()
                    : this instanceof Put put ? put.request() : 0;
        }
    }

    /** What is taken at once: a shared transaction, or one input. */
    record Turn(List<Job> jobs, boolean isShared) {}

    void add(Job job) {
        jobs.add(job);
    }

    boolean isEmpty() {
        return jobs.isEmpty();
    }

    /** Everything that waits, cut into turns; nothing waits any more. */
    List<Turn> takeAll() {
        List<Turn> turns = new ArrayList<>();
        List<Job> shared = new ArrayList<>();
        for (Job job : jobs) {
            boolean again = job instanceof Job.Put put && shared.stream().anyMatch(put::isOfSameId);
            if (job.isShared() && !again) {
                shared.add(job);
            } else if (job.isShared()) {
                // What one of them commits the other depends on: they may not share a transaction.
                addShared(turns, shared);
                shared = new ArrayList<>(List.of(job));
            } else {
                addShared(turns, shared);
                shared = new ArrayList<>();
                turns.add(new Turn(List.of(job), false));
            }
        }
        addShared(turns, shared);
        jobs.clear();
        return turns;
    }

    private static void addShared(List<Turn> turns, List<Job> shared) {
        if (!shared.isEmpty()) {
            turns.add(new Turn(shared, true));
        }
    }

    /** The inputs of a turn: signatures, artifacts, and all appends as one. */
    static List<Input> inputs(Turn turn, long physicalMillis) {
        List<Input> inputs = new ArrayList<>();
        List<Input.Request> requests = new ArrayList<>();
        for (Job job : turn.jobs()) {
            if (job instanceof Job.Happened happened) {
                inputs.add(happened.input());
            } else if (job instanceof Job.Start start) {
                inputs.add(new Input.StartRound(start.peer(), physicalMillis));
            } else if (job instanceof Job.Heard heard) {
                inputs.add(new Input.PeerAnswered(heard.peer(), heard.answer(), physicalMillis));
            }
        }
        for (Job job : turn.jobs()) {
            if (job instanceof Job.Put put) {
                inputs.add(new Input.PutArtifact(put.request(), put.artifact()));
            } else if (job instanceof Job.Append append) {
                requests.add(append.request());
            }
        }
        if (!requests.isEmpty()) {
            inputs.add(new Input.Append(List.copyOf(requests), physicalMillis));
        }
        return inputs;
    }

    // ---- answers

    void begin(Turn turn) {
        turn.jobs().stream().mapToLong(Job::number).filter(n -> n != 0).forEach(open::add);
    }

    void answered(long request) {
        open.remove(request);
    }

    /** Whoever has no answer by now gets none. */
    void end(LongConsumer unanswered) {
        List<Long> left = List.copyOf(open);
        open.clear();
        left.forEach(unanswered::accept);
    }

    /** The process is gone, and with it everything that waited. */
    void abandon(LongConsumer unanswered) {
        List<Job> left = List.copyOf(jobs);
        jobs.clear();
        left.stream().mapToLong(Job::number).filter(n -> n != 0).forEach(unanswered);
    }
}
