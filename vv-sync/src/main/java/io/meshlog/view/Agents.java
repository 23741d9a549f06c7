package io.meshlog.view;

import io.meshlog.op.CodePoints;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Who speaks in the log (spec §6). Stateless. */
public final class Agents {
    private Agents() {}

    /**
     * An agent that authored an event.
     *
     * @param seen its newest event
     * @param devices what nodes vouch for, by name; not what came without a signed chain (spec §8)
     * @param replicas where it spoke, by name; branches count as their base
     * @param caseClashes other agents whose names differ in case only, by name
     */
    public record Agent(
            String name, Seen seen, List<String> devices, List<String> replicas, List<String> caseClashes) {}

    /**
     * When an agent spoke last.
     *
     * @param hlc the newest stamp, as text: its order is that of the stamps
     * @param createdAt its author's clock; the greatest where several events share the stamp
     */
    public record Seen(String hlc, String createdAt) implements Comparable<Seen> {
        @Override
        public int compareTo(Seen other) {
            int c = hlc.compareTo(other.hlc);
            return c != 0 ? c : CodePoints.compare(createdAt, other.createdAt);
        }

        public static Seen of(Shown event) {
            return new Seen(event.said().hlc().text(), event.event().stamp().createdAt());
        }
    }

    /** Every agent, by name in code-point order. */
    public static List<Agent> of(EventSet set) {
        SortedMap<String, List<Shown>> events = new TreeMap<>(CodePoints.ORDER);
        SortedMap<String, List<String>> names = new TreeMap<>(CodePoints.ORDER);
        for (Shown event : set.events()) {
            String name = event.said().fromAgent();
            events.computeIfAbsent(name, n -> {
                        names.computeIfAbsent(folded(n), f -> new ArrayList<>()).add(n);
                        return new ArrayList<>();
                    })
                    .add(event);
        }
        List<Agent> agents = new ArrayList<>();
        events.forEach((name, said) -> {
            List<String> clashes = names.getOrDefault(folded(name), List.of()).stream()
                    .filter(other -> !other.equals(name))
                    .sorted(CodePoints.ORDER)
                    .toList();
            agents.add(agent(name, said, clashes));
        });
        return agents;
    }

    private static Agent agent(String name, List<Shown> events, List<String> clashes) {
        SortedSet<String> devices = new TreeSet<>(CodePoints.ORDER);
        SortedSet<String> replicas = new TreeSet<>(CodePoints.ORDER);
        Seen seen = Seen.of(events.get(0));
        for (Shown event : events) {
            String device = event.op().isChained() ? event.event().stamp().assertedBy() : null;
            if (device != null) {
                devices.add(device);
            }
            replicas.add(event.op().origin().name());
            Seen other = Seen.of(event);
            seen = other.compareTo(seen) > 0 ? other : seen;
        }
        return new Agent(name, seen, List.copyOf(devices), List.copyOf(replicas), clashes);
    }

    /** The same for names that differ in case only. */
    public static String folded(String name) {
        StringBuilder out = new StringBuilder(name.length());
        // As String.equalsIgnoreCase compares: some letters have two lowercase forms of one uppercase form.
        name.codePoints().forEach(c -> out.appendCodePoint(Character.toLowerCase(Character.toUpperCase(c))));
        return out.toString();
    }
}
