package io.meshlog.sim.exhaust;

/**
 * One thing that may happen next.
 *
 * @param process whom it happens to, by index
 * @param step what happens
 * @param flags what is used up by it, see {@link Explorer}
 * @param label as it stands in a sequence
 */
record Move(int process, Step step, int flags, String label) {}
