package io.meshlog.replica;

import io.meshlog.op.Artifact;
import io.meshlog.op.Invalid;
import io.meshlog.op.Op;
import java.util.List;

/** What became of a local request. */
public sealed interface Outcome {

    /** Where a refusal is not about an item of a batch. */
    int NO_INDEX = -1;

    /**
     * Durable.
     *
     * @param seq its event's delivery position here
     * @param replayed whether it was there before, by the same idempotency key; of several ops under that key it is one
     *     that says what was asked for, which need not be the one that readers see
     */
    record Appended(Op op, long seq, boolean replayed) implements Outcome {}

    /** Durable. @param replayed whether it was there before, by the same idempotency key */
    record Stored(Artifact artifact, boolean replayed) implements Outcome {}

    /** All of a batch is durable. @param events one for each item, in the items' order */
    record Written(List<Stored> artifacts, List<Appended> events) implements Outcome {
        /** Whether nothing of it is new. */
        public boolean replayed() {
            return artifacts.stream().allMatch(Stored::replayed)
                    && events.stream().allMatch(Appended::replayed);
        }
    }

    /** Refused; nothing was stored. @param index the item of a batch that is wrong, or {@link #NO_INDEX} */
    record Refused(Invalid invalid, int index) implements Outcome {}

    /**
     * Refused, because another payload stands under its idempotency key; nothing was stored.
     *
     * @param id the event or artifact that the key stands for
     * @param fields in what the two differ; not empty
     * @param index the item of a batch that is wrong, or {@link #NO_INDEX}
     */
    record Differs(String id, List<String> fields, int index) implements Outcome {}
}
