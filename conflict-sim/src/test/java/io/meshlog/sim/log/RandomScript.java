package io.meshlog.sim.log;

import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Line;
import io.meshlog.replica.LogScript;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** Random commits with everything that a log must tell apart, whether or not a replica would come to it. */
final class RandomScript {
    static final Origin SELF = LogScript.origin(1);
    private static final Origin OTHER = LogScript.origin(2);
    private static final Origin FOREIGN = new Origin("rep_0123456789ab");

    private final LogScript script = new LogScript();
    private final Random random;
    private int events;
    private int forks;
    private int artifacts;

    RandomScript(Random random) {
        this.random = random;
    }

    Commit next() {
        // A step of a replica drops what earlier steps brought, never its own.
        List<Op> droppable = new ArrayList<>(script.looseOps());
        if (random.nextInt(4) == 0) {
            fork();
        }
        for (int i = random.nextInt(4); i >= 0; i--) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> script.chained(openLine(random.nextBoolean() ? SELF : OTHER), nextId(), fields());
                case 3, 4 -> loose(random.nextInt(3) == 0 ? OTHER : FOREIGN, 1L + random.nextInt(6), nextId());
                case 5 -> {
                    if (!droppable.isEmpty()) {
                        script.drop(droppable.remove(random.nextInt(droppable.size())));
                    }
                }
                case 6 -> script.position("http://p" + random.nextInt(2), FOREIGN, 1L + random.nextInt(9), "e1");
                default -> script.artifact("art_" + random.nextInt(5), content(artifacts++));
            }
        }
        if (random.nextInt(3) > 0) {
            List.copyOf(script.lines().keySet()).forEach(script::sign);
        }
        if (random.nextInt(20) == 0) {
            script.renewalDue("for a test");
        } else if (random.nextInt(20) == 0) {
            script.renew(OTHER);
        }
        return script.commit();
    }

    private static String content(int number) {
        return "content " + number;
    }

    private Origin openLine(Origin base) {
        List<Origin> open = new ArrayList<>();
        for (Line line : script.lines().values()) {
            boolean hasChild =
                    script.lines().values().stream().anyMatch(l -> line.name().equals(l.parent()));
            if (line.name().base().equals(base) && !hasChild) {
                open.add(line.name());
            }
        }
        return open.isEmpty() ? base : open.get(random.nextInt(open.size()));
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

    private void fork() {
        List<Line> lines = script.lines().values().stream()
                .filter(l -> !l.isEmpty() && l.name().base().equals(OTHER) && l.signedSeq() == l.seq())
                .toList();
        if (!lines.isEmpty() && forks < 8) {
            forks++;
            Line line = lines.get(random.nextInt(lines.size()));
            // Before the first op of a branch its parent ends, and that is where the fork would be.
            long lowest = line.name().isBranch() ? line.first() : 0;
            script.fork(line.name(), lowest + random.nextInt((int) (line.seq() - lowest) + 1), nextId(), fields());
        }
    }

    /** Now and then an id that was there before, so that events get several ops. */
    private String nextId() {
        return events > 0 && random.nextInt(4) == 0 ? "e" + (1 + random.nextInt(events)) : "e" + ++events;
    }

    private SortedMap<String, String> fields() {
        SortedMap<String, String> fields = new TreeMap<>();
        fields.put("body", "ä\u0001".repeat(random.nextInt(60)) + random.nextInt(3));
        if (random.nextInt(3) == 0) {
            String id = "art_" + random.nextInt(5);
            fields.put("artifact_ids", "[\"" + id + "\"]");
            if (random.nextBoolean()) {
                byte[] signed = content(artifacts + random.nextInt(2)).getBytes(StandardCharsets.UTF_8);
                fields.put(
                        "artifacts",
                        "[{\"id\":\"" + id + "\",\"sha256\":\""
                                + Digest.sha256(signed).hex() + "\",\"size_bytes\":" + signed.length + "}]");
            }
        }
        if (random.nextInt(12) == 0) {
            fields.put("hlc", "unreadable");
        }
        return fields;
    }
}
