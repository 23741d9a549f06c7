package io.meshlog.replica;

import io.meshlog.op.Origin;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which origins a reference caller cannot get to the end of (spec §5.5). It drops ops whose event it has, so its
 * own maximum stays below ours, and it would ask for the same ops in every round. An origin that it took to the
 * end, and asks for again from the same position, is left out of its vector until the origin grows.
 *
 * <p>In memory only: after a restart each caller may take such an origin once more. Confined to one thread.
 */
public final class ReferenceCallers {
    private static final int CALLERS_MAX = 256;

    private final Map<String, SortedMap<Origin, Taken>> callers = new LinkedHashMap<>();

    /** @param times how often the caller took the origin from {@code after} to its end at {@code top} */
    private record Taken(long after, long top, int times) {}

    /** A caller was answered up to the origin's last op. */
    public void tookToEnd(String caller, Origin origin, long after, long top) {
        SortedMap<Origin, Taken> origins = callers.computeIfAbsent(caller, c -> new TreeMap<>());
        Taken before = origins.get(origin);
        int times = before != null && before.after == after && before.top == top ? before.times + 1 : 1;
        origins.put(origin, new Taken(after, top, times));
        if (callers.size() > CALLERS_MAX) {
            callers.remove(callers.keySet().iterator().next());
        }
    }

    /** Whether an origin with this top is left out of the caller's vector. */
    public boolean leavesOut(String caller, Origin origin, long top) {
        SortedMap<Origin, Taken> origins = callers.get(caller);
        Taken taken = origins == null ? null : origins.get(origin);
        return taken != null && taken.times > 1 && taken.top == top;
    }
}
