package io.meshlog.node.store;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Line;
import io.meshlog.replica.LogScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** Random commits of every kind, from a seed. Confined to one test. */
public final class RandomLog {
    public static final Origin SELF = LogScript.origin(1);
    public static final Origin OTHER = LogScript.origin(2);
    public static final Origin FOREIGN = new Origin("rep_0123456789ab");
    public static final List<String> AGENTS = List.of("a@1", "A@1", "b@2", "*");
    public static final List<String> STREAMS = List.of("s1", "s2", "s3");
    public static final List<String> STATUSES =
            List.of("open", "open", "claimed", "ready", "applied", "failed", "superseded");
    public static final List<String> TYPES = List.of("note", "event.ack", "patch.ready");
    public static final List<String> CORRELATIONS = List.of("c1", "c2", "e1", "e2");

    final LogScript script = new LogScript();
    private final Random random;
    private int events;
    private int artifacts;
    private int forks;

    public RandomLog(long seed) {
        random = new Random(seed);
    }

    public Commit next() {
        int steps = 1 + random.nextInt(4);
        boolean hasFork = false;
        // A step of a replica drops what earlier steps brought, never its own.
        List<Op> droppable = new ArrayList<>(script.looseOps());
        for (int i = 0; i < steps; i++) {
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> chained(SELF);
                case 3, 4 -> chained(OTHER);
                case 5, 6 -> loose(looseOrigin(), 1L + random.nextInt(6), nextId(true));
                case 7 -> {
                    if (!droppable.isEmpty()) {
                        script.drop(droppable.remove(random.nextInt(droppable.size())));
                    }
                }
                case 8 -> {
                    if (!hasFork && i == 0) {
                        hasFork = fork();
                    }
                }
                default -> script.artifact("art_" + random.nextInt(20) + "_" + artifacts++, "content " + artifacts);
            }
        }
        if (random.nextInt(3) > 0) {
            script.lines().keySet().stream().toList().forEach(script::sign);
        }
        return script.commit();
    }

    private void loose(Origin origin, long seq, String id) {
        boolean isTaken = script.looseOps().stream()
                .anyMatch(op -> op.origin().equals(origin)
                        && op.seq() == seq
                        && op.eventId().equals(id));
        if (!isTaken) {
            script.loose(origin, seq, id, fields());
        }
    }

    private Origin looseOrigin() {
        return random.nextInt(3) == 0 ? OTHER : FOREIGN;
    }

    private void chained(Origin base) {
        List<Origin> open = new ArrayList<>();
        for (Line line : script.lines().values()) {
            boolean hasChild =
                    script.lines().values().stream().anyMatch(l -> line.name().equals(l.parent()));
            if (line.name().base().equals(base) && !hasChild) {
                open.add(line.name());
            }
        }
        Origin line = open.isEmpty() ? base : open.get(random.nextInt(open.size()));
        script.chained(line, nextId(false), fields());
    }

    private boolean fork() {
        List<Line> lines = script.lines().values().stream()
                .filter(l -> !l.isEmpty() && l.name().base().equals(OTHER) && l.signedSeq() == l.seq())
                .toList();
        if (lines.isEmpty() || forks > 6) {
            return false;
        }
        forks++;
        Line line = lines.get(random.nextInt(lines.size()));
        // Before the first op of a branch its parent ends, and that is where the fork would be.
        long lowest = line.name().isBranch() ? line.first() : 0;
        long last = lowest + random.nextInt((int) (line.seq() - lowest) + 1);
        script.fork(line.name(), last, nextId(false), fields());
        return true;
    }

    /** Now and then an id that was there before, so that events get several ops. */
    private String nextId(boolean often) {
        return events > 0 && random.nextInt(often ? 3 : 8) == 0 ? "e" + (1 + random.nextInt(events)) : "e" + ++events;
    }

    private SortedMap<String, String> fields() {
        SortedMap<String, String> fields = new TreeMap<>();
        fields.put("stream", pick(STREAMS));
        fields.put("from_agent", AGENTS.get(random.nextInt(3)));
        fields.put("type", pick(TYPES));
        fields.put("created_at", "2026-01-0" + (1 + random.nextInt(9)) + "T00:00:00Z");
        fields.put("body", "b".repeat(random.nextInt(40)) + random.nextInt(3));
        if (random.nextBoolean()) {
            fields.put("to_agent", pick(AGENTS));
        }
        if (random.nextBoolean()) {
            fields.put("status", pick(STATUSES));
        }
        if (random.nextBoolean()) {
            fields.put("correlation_id", pick(CORRELATIONS));
        }
        if (random.nextInt(4) == 0) {
            // Few stamps, so that the rest of the merge key has to decide.
            fields.put("hlc", "170000000000" + random.nextInt(3) + "-00000" + random.nextInt(2) + "-" + SELF);
        }
        if (random.nextInt(6) == 0) {
            fields.put("artifact_ids", "[\"art_" + random.nextInt(20) + "_" + random.nextInt(artifacts + 2) + "\"]");
        }
        if (random.nextInt(3) == 0) {
            fields.put("metadata", "{\"ack_of\":\"e" + (1 + random.nextInt(events + 1)) + "\"}");
        }
        if (random.nextInt(5) == 0) {
            fields.put("asserted_by", "device " + random.nextInt(2));
        }
        if (random.nextInt(12) == 0) {
            fields.put("hlc", "unreadable");
        }
        return fields;
    }

    public String pick(List<String> values) {
        return values.get(random.nextInt(values.size()));
    }

    public Random random() {
        return random;
    }
}
