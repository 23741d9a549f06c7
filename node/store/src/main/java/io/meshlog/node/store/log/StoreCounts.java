package io.meshlog.node.store.log;

/**
 * How much is in the store.
 *
 * @param events that readers can see
 * @param ops of all kinds
 * @param pendingArtifacts named by an op and not here
 * @param quarantined ops that could not be read
 * @param tipSeq the highest delivery position in use, or 0
 * @param lastAppendAtMillis when the newest op arrived, by this machine's clock, or 0
 */
public record StoreCounts(
        long events, long ops, long pendingArtifacts, long quarantined, long tipSeq, long lastAppendAtMillis) {}
