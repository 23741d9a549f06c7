package io.meshlog.drive;

import io.meshlog.op.Artifact;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Input;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * What waits for the log, in the order in which it came, and which of it shares a transaction: local requests and
 * signatures that stand next to each other (group commit, spec §4). None of them may depend on what another commits,
 * for all facts are read before: what several of them may write under one id is taken in one step or in two turns.
 * Confined to its {@link Worker}.
 */
final class Inbox {
    private static final long NO_REQUEST = Long.MIN_VALUE;

    private final List<Job> jobs = new ArrayList<>();

    /** One thing that waits. */
    sealed interface Job {
        /** @param asked with its event id and time as of the moment when it came */
        record Append(Input.Request asked) implements Job {}

        record Put(long request, Artifact artifact) implements Job {}

        /** @param asked its time does not count: it is that of its turn */
        record Batch(Input.Batch asked) implements Job {}

        record Signed(Input.Signed input) implements Job {}

        record Renew(Input.Renew input) implements Job {}

        /** A round is to begin. */
        record Start(Ticket ticket) implements Job {}

        /** What a peer answered. */
        record Heard(Ticket ticket, Answer answer) implements Job {}

        default boolean isShared() {
            return this instanceof Append || this instanceof Put || this instanceof Batch || this instanceof Signed;
        }

        /** How much of a transaction it is. */
        default int weight() {
            return this instanceof Batch batch
                    ? Math.max(1, batch.asked.events().size())
                    : 1;
        }
    }

    /** What is taken at once: what shares a transaction, or one job that shares none. Never empty. */
    record Turn(List<Job> jobs) {
        boolean isShared() {
            return jobs.get(0).isShared();
        }

        /** Numbers of the local requests in it. */
        LongStream requests() {
            return jobs.stream().mapToLong(Turn::request).filter(request -> request != NO_REQUEST);
        }

        private static long request(Job job) {
            if (job instanceof Job.Append append) {
                return append.asked().request();
            } else if (job instanceof Job.Put put) {
                return put.request();
            }
            return job instanceof Job.Batch batch ? batch.asked().request() : NO_REQUEST;
        }

        /** Signatures, then artifacts and batches, then all appends as one. @return empty unless it is shared */
        List<Input> sharedInputs(long nowMillis) {
            List<Input> inputs = new ArrayList<>();
            List<Input.Request> requests = new ArrayList<>();
            for (Job job : jobs) {
                if (job instanceof Job.Signed signed) {
                    inputs.add(signed.input());
                }
            }
            for (Job job : jobs) {
                if (job instanceof Job.Put put) {
                    inputs.add(new Input.PutArtifact(put.request(), put.artifact()));
                } else if (job instanceof Job.Batch batch) {
                    Input.Batch asked = batch.asked();
                    inputs.add(new Input.Batch(asked.request(), asked.artifacts(), asked.events(), nowMillis));
                } else if (job instanceof Job.Append append) {
                    requests.add(append.asked());
                }
            }
            if (!requests.isEmpty()) {
                inputs.add(new Input.Append(List.copyOf(requests), nowMillis));
            }
            return inputs;
        }
    }

    /** A turn while it grows. */
    private static final class Growing {
        private final List<Job> jobs = new ArrayList<>();
        /** Ids that appends may write: they share a step, which knows them all. */
        private final SortedSet<String> ofAppends = new TreeSet<>();
        /** Ids that anything else may write: each is a step of its own, which knows nothing of the others. */
        private final SortedSet<String> ofOthers = new TreeSet<>();

        private int weight;

        boolean takes(Job job) {
            return job.isShared() && (jobs.isEmpty() || weight + job.weight() <= Worker.SHARED_MAX && !isAbout(job));
        }

        /** Whether the job depends on what is here. */
        private boolean isAbout(Job job) {
            boolean isAppend = job instanceof Job.Append;
            return ids(job).stream().anyMatch(id -> ofOthers.contains(id) || !isAppend && ofAppends.contains(id));
        }

        void add(Job job) {
            jobs.add(job);
            weight += job.weight();
            (job instanceof Job.Append ? ofAppends : ofOthers).addAll(ids(job));
        }

        /** What another request could be about as well: ids that a clock made are each request's own. */
        private static List<String> ids(Job job) {
            if (job instanceof Job.Append append) {
                return keyed(append.asked());
            } else if (job instanceof Job.Put put) {
                return List.of(put.artifact().id());
            } else if (job instanceof Job.Batch batch) {
                List<String> ids = new ArrayList<>();
                batch.asked().artifacts().forEach(artifact -> ids.add(artifact.id()));
                batch.asked().events().forEach(event -> ids.addAll(keyed(event)));
                return ids;
            }
            return List.of();
        }

        private static List<String> keyed(Input.Request asked) {
            return asked.draft().idempotencyKey() == null ? List.of() : List.of(asked.eventId());
        }

        @Nullable
        Turn turn() {
            return jobs.isEmpty() ? null : new Turn(List.copyOf(jobs));
        }
    }

    void add(Job job) {
        jobs.add(job);
    }

    boolean isEmpty() {
        return jobs.isEmpty();
    }

    /** Everything that waits, cut into turns; nothing waits any more. */
    Deque<Turn> takeAll() {
        Deque<Turn> turns = new ArrayDeque<>();
        Growing shared = new Growing();
        for (Job job : jobs) {
            if (!shared.takes(job)) {
                end(shared, turns);
                shared = new Growing();
            }
            if (job.isShared()) {
                shared.add(job);
            } else {
                turns.add(new Turn(List.of(job)));
            }
        }
        end(shared, turns);
        jobs.clear();
        return turns;
    }

    private static void end(Growing shared, Deque<Turn> turns) {
        Turn turn = shared.turn();
        if (turn != null) {
            turns.add(turn);
        }
    }
}
