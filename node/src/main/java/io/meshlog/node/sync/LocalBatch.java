package io.meshlog.node.sync;

import io.meshlog.replica.Input;
import java.util.ArrayList;
import java.util.List;

/**
 * Local work that shares one transaction: signatures, artifacts, and one append of every draft that waits. None of
 * them depends on another, so all facts may be asked for before any of them is committed. Confined to the log's
 * thread.
 */
final class LocalBatch {
    private final List<Input.Signed> signed = new ArrayList<>();
    private final List<Job.Put> puts = new ArrayList<>();
    private final List<Job.Append> appends = new ArrayList<>();

    void add(Job.Local job) {
        if (job instanceof Job.Append append) {
            appends.add(append);
        } else {
            puts.add((Job.Put) job);
        }
    }

    void add(Input.Signed input) {
        signed.add(input);
    }

    boolean isEmpty() {
        return signed.isEmpty() && puts.isEmpty() && appends.isEmpty();
    }

    /** Fails what was not answered. */
    void fail(RuntimeException reason) {
        puts.forEach(put -> put.answer().completeExceptionally(reason));
        appends.forEach(append -> append.answer().completeExceptionally(reason));
    }

    List<Input> inputs(Waiting waiting, Stamps stamps, long nowMillis) {
        List<Input> inputs = new ArrayList<>(signed);
        for (Job.Put put : puts) {
            inputs.add(new Input.PutArtifact(waiting.add(put.answer()), put.artifact()));
        }
        if (!appends.isEmpty()) {
            String createdAt = stamps.createdAt(nowMillis);
            List<Input.Request> requests = new ArrayList<>(appends.size());
            for (Job.Append append : appends) {
                requests.add(new Input.Request(
                        waiting.add(append.answer()),
                        append.draft(),
                        stamps.eventId(nowMillis),
                        createdAt,
                        append.assertedBy()));
            }
            inputs.add(new Input.Append(List.copyOf(requests), nowMillis));
        }
        return inputs;
    }
}
