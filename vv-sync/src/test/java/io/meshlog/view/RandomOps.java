package io.meshlog.view;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Line;
import io.meshlog.replica.LogScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** A few ops that have much to do with each other, from a seed. Confined to one test. */
final class RandomOps {
    static final List<String> AGENTS = List.of("a@1", "A@1", "b@2", "c@3");
    static final List<String> THREADS = List.of("c1", "c2", "e1", "e2", "e3");

    private static final Origin SELF = LogScript.origin(1);
    private static final Origin OTHER = LogScript.origin(2);
    private static final Origin FOREIGN = new Origin("rep_0123456789ab");
    private static final List<String> STATUSES =
            List.of("open", "open", "open", "claimed", "ready", "applied", "failed", "superseded", "novel");

    private final Random random;
    private final LogScript script = new LogScript();
    private final List<Op> ops = new ArrayList<>();
    private int events;

    RandomOps(long seed, int count) {
        random = new Random(seed);
        for (int i = 0; i < count; i++) {
            int kind = random.nextInt(12);
            if (kind < 5) {
                ops.add(script.chained(SELF, nextId(), fields()));
            } else if (kind < 8) {
                ops.add(script.chained(OTHER, nextId(), fields()));
            } else {
                ops.add(script.loose(FOREIGN, i + 1, nextId(), fields()));
            }
        }
    }

    List<Op> ops() {
        return ops;
    }

    /** Lines as if some of them had forked; forks are a view of lines alone. */
    List<Line> lines() {
        List<Line> lines = new ArrayList<>(script.lines().values());
        script.lines().keySet().stream().toList().forEach(script::sign);
        if (script.lines().containsKey(OTHER) && random.nextBoolean()) {
            script.fork(OTHER, random.nextInt((int) script.lines().get(OTHER).seq() + 1), "fork", fields());
            lines = new ArrayList<>(script.lines().values());
        }
        return lines;
    }

    private String nextId() {
        return events > 0 && random.nextInt(6) == 0 ? "e" + (1 + random.nextInt(events)) : "e" + ++events;
    }

    private String pick(List<String> values) {
        return values.get(random.nextInt(values.size()));
    }

    private SortedMap<String, String> fields() {
        SortedMap<String, String> fields = new TreeMap<>();
        fields.put("stream", "s" + random.nextInt(2));
        fields.put("from_agent", pick(AGENTS));
        fields.put("body", "b" + random.nextInt(2));
        if (random.nextInt(5) > 0) {
            fields.put("to_agent", random.nextInt(8) == 0 ? "*" : pick(AGENTS));
        }
        if (random.nextInt(6) > 0) {
            fields.put("status", pick(STATUSES));
        }
        if (random.nextInt(3) > 0) {
            fields.put("correlation_id", pick(THREADS));
        }
        if (random.nextInt(3) == 0) {
            fields.put("metadata", metadata());
        }
        if (random.nextInt(4) == 0) {
            // Few stamps, so that the rest of the merge key has to decide, and asks that stand after their answers.
            fields.put("hlc", "170000000000" + random.nextInt(3) + "-00000" + random.nextInt(2) + "-" + pick(STAMPERS));
        }
        if (random.nextInt(5) == 0) {
            fields.put("created_at", pick(TIMES));
        }
        if (random.nextInt(4) == 0) {
            fields.put("asserted_by", "device " + random.nextInt(2));
        }
        if (random.nextInt(15) == 0) {
            fields.put("hlc", "unreadable");
        }
        return fields;
    }

    private static final List<String> STAMPERS = List.of(SELF.name(), OTHER.name(), FOREIGN.name());
    private static final List<String> TIMES =
            List.of("2023-11-14T22:13:20Z", "2023-11-13T22:13:19Z", "2023-11-13T22:13:18Z", "soon");

    private String metadata() {
        return switch (random.nextInt(6)) {
            case 0 -> "{\"ack_of\":7}";
            case 1 -> "{\"expires_at\":\"2026-01-01T00:00:00Z\",\"subject\":\"\\nnews\\n\"}";
            default -> "{\"ack_of\":\"e" + (1 + random.nextInt(events + 1)) + "\"}";
        };
    }
}
