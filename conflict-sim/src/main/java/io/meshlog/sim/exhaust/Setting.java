package io.meshlog.sim.exhaust;

import java.util.List;

/**
 * What is to be explored in every order.
 *
 * @param names of processes; those that are copies begin when they are copied
 * @param scripts what each of them writes, in order
 * @param copies each once, at any moment
 * @param loose which op of which script also travels without its chain, and to whom; null for none
 * @param crashes how many times a process may die
 */
record Setting(
        List<String> names,
        List<List<Draft>> scripts,
        List<Copy> copies,
        @org.jspecify.annotations.Nullable Loose loose,
        int crashes) {
    /** One event that is written. */
    record Draft(String eventId, String body) {}

    /** Processes by their index. */
    record Copy(int from, int to) {}

    /** Processes by their index. @param draft counts from 0 */
    record Loose(int author, int draft, int to) {}

    boolean isCopy(int process) {
        return copies.stream().anyMatch(copy -> copy.to() == process);
    }
}
