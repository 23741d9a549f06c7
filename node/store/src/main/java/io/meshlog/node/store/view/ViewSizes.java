package io.meshlog.node.store.view;

/**
 * How much the views hold.
 *
 * @param owed asks that nothing clears, hidden ones too
 * @param agents names that authored an event
 * @param conflicts of all kinds that are kept as rows
 */
public record ViewSizes(long owed, long agents, long conflicts) {}
