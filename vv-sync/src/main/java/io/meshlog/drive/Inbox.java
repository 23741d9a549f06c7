package io.meshlog.drive;

import io.meshlog.op.Artifact;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Input;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * What waits for the log, in the order in which it came, and which of it shares a transaction: local requests and
 * signatures that stand next to each other (group commit, spec §4). None of them may depend on what another commits,
 * for all facts are read before. Confined to its {@link Worker}.
 */
final class Inbox {
    private final List<Job> jobs = new ArrayList<>();

    /** One thing that waits. */
    sealed interface Job {
        /** @param stamped the request with its event id and time as of a moment, in milliseconds since 1970 */
        record Append(long request, LongFunction<Input.Request> stamped) implements Job {}

        record Put(long request, Artifact artifact) implements Job {}

        record Signed(Input.Signed input) implements Job {}

        record Renew(Input.Renew input) implements Job {}

        /** A round is to begin. */
        record Start(Ticket ticket) implements Job {}

        /** What a peer answered. */
        record Heard(Ticket ticket, Answer answer) implements Job {}

        default boolean isShared() {
            return this instanceof Append || this instanceof Put || this instanceof Signed;
        }

        /** Whether it depends on what the other commits. */
        default boolean isAbout(Job other) {
            return this instanceof Put put
                    && other instanceof Put before
                    && before.artifact.id().equals(put.artifact.id());
        }
    }

    /** What is taken at once: what shares a transaction, or one job that shares none. Never empty. */
    record Turn(List<Job> jobs) {
        boolean isShared() {
            return jobs.get(0).isShared();
        }

        /** Numbers of the local requests in it. */
        LongStream requests() {
            return jobs.stream()
                    .filter(job -> job instanceof Job.Append || job instanceof Job.Put)
                    .mapToLong(job -> job instanceof Job.Append append ? append.request() : ((Job.Put) job).request());
        }

        /** Signatures, artifacts, and all appends as one. @return empty unless it is shared */
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
                } else if (job instanceof Job.Append append) {
                    requests.add(append.stamped().apply(nowMillis));
                }
            }
            if (!requests.isEmpty()) {
                inputs.add(new Input.Append(List.copyOf(requests), nowMillis));
            }
            return inputs;
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
        List<Job> shared = new ArrayList<>();
        for (Job job : jobs) {
            boolean joins = job.isShared()
                    && shared.size() < Worker.SHARED_MAX
                    && shared.stream().noneMatch(job::isAbout);
            if (!joins && !shared.isEmpty()) {
                turns.add(new Turn(List.copyOf(shared)));
                shared.clear();
            }
            if (job.isShared()) {
                shared.add(job);
            } else {
                turns.add(new Turn(List.of(job)));
            }
        }
        if (!shared.isEmpty()) {
            turns.add(new Turn(List.copyOf(shared)));
        }
        jobs.clear();
        return turns;
    }
}
