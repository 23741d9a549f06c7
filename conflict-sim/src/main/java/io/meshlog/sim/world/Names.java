package io.meshlog.sim.world;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.OpKey;
import io.meshlog.vector.Frontier;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Short names for ids: {@code r1} is what replica r1 wrote under first, {@code r1'1} what it wrote under next. */
public final class Names {
    private final SortedMap<Origin, String> aliases = new TreeMap<>();

    /** From now on an origin has that short name, and so have its branches with a suffix. */
    public void called(Origin origin, String alias) {
        aliases.put(origin, alias);
    }

    public String of(Origin origin) {
        String alias = aliases.get(origin.base());
        String shown = alias == null ? origin.base().name() : alias;
        return origin.isBranch()
                ? shown + "~"
                        + origin.name()
                                .substring(
                                        origin.name().length() - 16,
                                        origin.name().length() - 12)
                : shown;
    }

    /** {@code r1#7}. */
    public String of(Op op) {
        return of(op.origin()) + "#" + op.seq() + (op.isChained() ? "" : " (loose)");
    }

    public String of(OpKey key) {
        return of(key.origin()) + "#" + key.seq() + (key.isLoose() ? " (loose)" : "");
    }

    /** {@code r1 7, r2 3, h1 2 (loose)}: heads and loose tops. */
    public String of(Frontier frontier) {
        List<String> parts = new ArrayList<>();
        frontier.heads().values().forEach(head -> parts.add(of(head.origin()) + " " + head.seq()));
        frontier.loose().forEach((origin, summary) -> parts.add(of(origin) + " " + summary.top() + " (loose)"));
        return parts.isEmpty() ? "nothing" : String.join(", ", parts);
    }

    /** A text in which ids are replaced by their short names. */
    public String in(String text) {
        String shown = text;
        for (var entry : aliases.entrySet()) {
            shown = shown.replace(entry.getKey().name(), entry.getValue());
        }
        return shown;
    }
}
