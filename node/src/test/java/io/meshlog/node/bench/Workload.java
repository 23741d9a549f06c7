package io.meshlog.node.bench;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Events as agents write them: a body of about 300 characters of prose, metadata of about 60, about 700 bytes as JSON
 * once stamped. Streams, agents and threads vary, because constant keys would flatter every index. The same seed gives
 * the same events.
 */
final class Workload {
    private static final int STREAMS = 40;
    private static final int AGENTS = 200;
    private static final int OPEN_THREADS = 64;
    private static final int EVENTS_A_THREAD = 6;
    private static final String[] TYPES = {"task.request", "task.update", "note", "review.request", "handoff"};
    private static final String[] STATUSES = {"open", "claimed", "ready", "applied", "blocked"};
    private static final String[] WORDS = ("the build fails on this machine since the last merge and nobody has looked"
                    + " at why yet please bisect it between both tags then write down what changed in the lock file"
                    + " because a retry with more memory passed twice while the cache was warm but never when cold")
            .split(" ", -1);

    private final SplittableRandom random;
    private final long[] threads = new long[OPEN_THREADS];

    Workload(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Bodies of that many appends. */
    List<Buffer> appends(int count) {
        List<Buffer> appends = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            appends.add(Buffer.buffer(append()));
        }
        return appends;
    }

    private String append() {
        int from = random.nextInt(AGENTS);
        StringBuilder out = new StringBuilder(640)
                .append("{\"stream\":\"project/service-")
                .append(random.nextInt(STREAMS))
                .append("\",\"room\":\"delegation\",\"type\":\"")
                .append(TYPES[random.nextInt(TYPES.length)])
                .append("\",\"from_agent\":\"codex@host-")
                .append(from)
                .append("\",\"to_agent\":\"claude@host-")
                .append((from + 1 + random.nextInt(AGENTS - 1)) % AGENTS)
                .append("\",\"correlation_id\":\"thread-")
                .append(Long.toHexString(thread()))
                .append("\",\"status\":\"")
                .append(STATUSES[random.nextInt(STATUSES.length)])
                .append("\",\"metadata\":{\"attempt\":")
                .append(random.nextInt(9))
                .append(",\"commit\":\"")
                .append(String.format(java.util.Locale.ROOT, "%016x", random.nextLong()))
                .append("\",\"host\":\"ci-")
                .append(random.nextInt(50))
                .append("\"},\"body\":\"");
        int end = out.length() + 290;
        while (out.length() < end) {
            out.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
        }
        return out.append(".\"}").toString();
    }

    private long thread() {
        int at = random.nextInt(OPEN_THREADS);
        if (threads[at] == 0 || random.nextInt(EVENTS_A_THREAD) == 0) {
            threads[at] = random.nextLong() >>> 16;
        }
        return threads[at];
    }
}
