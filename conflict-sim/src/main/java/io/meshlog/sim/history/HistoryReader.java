package io.meshlog.sim.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Incident;
import io.meshlog.replica.RoundResult;
import io.meshlog.replica.Served;
import io.meshlog.sim.check.Checker;
import io.meshlog.sim.check.Invariant;
import io.meshlog.sim.check.Violation;
import io.meshlog.sim.log.MemoryLog;
import io.meshlog.sim.world.Names;
import io.meshlog.vector.Frontier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Holds a {@linkplain HistoryWriter history} against every invariant, event by event. Confined to one thread. */
public final class HistoryReader {
    /** A line may hold the logs of a whole core. */
    public static final long LINE_BYTES_MAX = 64L << 20;

    private final String file;
    private final Names names = new Names();
    private final Checker checker = new Checker(names);
    private final SortedMap<String, Integer> ids = new TreeMap<>();
    private long lines;
    private long events;
    private long at;
    private boolean rested;

    /**
     * What came of it.
     *
     * @param violation null where everything held
     * @param lines how many lines were read; the last one is where a violation shows
     * @param atMillis of the last event
     * @param rested whether the core came to rest: else what must hold at rest was not looked at
     */
    public record Checked(@Nullable Violation violation, long lines, long events, long atMillis, boolean rested) {}

    private HistoryReader(String file) {
        this.file = file;
    }

    /** @throws BadFile with one line that names file, line and field */
    public static Checked check(Path file) throws BadFile {
        return check(file, LINE_BYTES_MAX);
    }

    static Checked check(Path file, long lineBytesMax) throws BadFile {
        HistoryReader reader = new HistoryReader(file.toString());
        try (InputStream in = Files.newInputStream(file)) {
            return reader.check(new BoundedLines(in, lineBytesMax));
        } catch (CharacterCodingException e) {
            throw new BadFile(file + ": line " + (reader.lines + 1) + ": is not UTF-8");
        } catch (BoundedLines.TooLong e) {
            throw new BadFile(file + ": line " + (reader.lines + 1) + ": " + e.sentence());
        } catch (IOException e) {
            throw new BadFile(file + ": cannot be read: " + Trouble.with(e));
        }
    }

    private Checked check(BoundedLines in) throws IOException, BoundedLines.TooLong, BadFile {
        Violation violation = null;
        for (String line = in.next(); line != null && violation == null; line = in.next()) {
            lines++;
            try {
                line(line);
            } catch (Violation broken) {
                violation = broken;
            }
        }
        if (lines == 0) {
            throw new BadFile(file + ": is empty");
        }
        return new Checked(violation, lines, events, at, rested);
    }

    private void line(String line) throws BadFile {
        try {
            ObjectNode node;
            try {
                node = HistoryLine.read(line);
            } catch (IOException e) {
                throw new ValueJson.Wrong(
                        String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
            }
            if (lines > 1) {
                event(node);
            } else if (!ValueJson.read(String.class, node.get("format"), "format")
                    .equals(HistoryWriter.FORMAT)) {
                throw new ValueJson.Wrong("format must be \"" + HistoryWriter.FORMAT + "\"");
            }
        } catch (ValueJson.Wrong e) {
            throw new BadFile(file + ": line " + lines + ": " + JsonPart.shortened(e.sentence(), 200));
        }
    }

    private static String text(ObjectNode node, String name) throws ValueJson.Wrong {
        return ValueJson.read(String.class, node.get(name), name);
    }

    private static List<String> texts(ObjectNode node, String name) throws ValueJson.Wrong {
        JsonNode array = node.get(name);
        if (array == null || !array.isArray()) {
            throw new ValueJson.Wrong(name + " must be an array");
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode text : array) {
            texts.add(ValueJson.read(String.class, text, name + "[" + texts.size() + "]"));
        }
        return texts;
    }

    private static long whole(ObjectNode node, String name) throws ValueJson.Wrong {
        return ValueJson.read(Long.class, node.get(name), name);
    }

    private void event(ObjectNode node) throws ValueJson.Wrong {
        events++;
        at = whole(node, "at");
        String replica = text(node, "replica");
        String event = text(node, "event");
        switch (event) {
            case "placed" -> checker.placed(replica, log(replica, node.get("holds"), "holds"), text(node, "how"));
            case "recovered" -> {
                MemoryLog log = log(replica, node.get("holds"), "holds");
                checker.recovered(replica, log.recover(), log, whole(node, "physicalMillis"));
            }
            case "committed" -> committed(replica, node);
            case "told" -> checker.told(replica, ValueJson.read(Served.class, node.get("served"), "served"));
            case "requested" ->
                checker.requested(replica, whole(node, "request"), text(node, "id"), text(node, "asked"));
            case "acknowledged" -> checker.acknowledged(replica, whole(node, "request"), op(node));
            case "stored" -> checker.stored(replica, whole(node, "request"));
            case "refused" -> checker.refused(replica, whole(node, "request"), text(node, "why"));
            case "refused-along" -> checker.refusedAlong(replica, whole(node, "request"));
            case "together" -> checker.together(replica, texts(node, "ids"));
            case "unanswered" -> checker.unanswered(replica, whole(node, "request"));
            case "reported" ->
                checker.reported(replica, ValueJson.read(Incident.class, node.get("incident"), "incident"));
            case "round" ->
                checker.roundEnded(
                        replica,
                        text(node, "peer"),
                        ValueJson.read(RoundResult.class, node.get("result"), "result"),
                        node.hasNonNull("heard") ? ValueJson.read(Frontier.class, node.get("heard"), "heard") : null);
            case "issued" -> {
                Op op = op(node);
                called(op.origin(), replica);
                checker.issued(replica, op);
            }
            case "read" -> checker.read(replica);
            case "rest" -> rest(node);
            default -> throw new ValueJson.Wrong("event is \"" + JsonPart.shortened(event) + "\", which is none");
        }
    }

    private static Op op(ObjectNode node) throws ValueJson.Wrong {
        return ValueJson.read(Op.class, node.get("op"), "op");
    }

    /** The first id that a replica writes under has its name, each later one a number more. */
    private void called(Origin origin, String replica) {
        if (names.of(origin).equals(origin.name())) {
            int number = ids.merge(replica, 1, Integer::sum);
            names.called(origin, number == 1 ? replica : replica + "'" + (number - 1));
        }
    }

    private MemoryLog log(String replica, @Nullable JsonNode node, String place) throws ValueJson.Wrong {
        Commit holds = ValueJson.read(Commit.class, node, place);
        if (holds.identity() == null) {
            throw new ValueJson.Wrong(place + ".identity is missing");
        }
        called(holds.identity(), replica);
        try {
            return LogDump.log(holds);
        } catch (IllegalStateException e) {
            throw new Violation(
                    Invariant.A5,
                    "no-log",
                    "",
                    replica,
                    "what the log of " + replica + " holds is no log: " + e.getMessage(),
                    e);
        }
    }

    private void committed(String replica, ObjectNode node) throws ValueJson.Wrong {
        JsonNode array = node.get("commits");
        if (array == null || !array.isArray()) {
            throw new ValueJson.Wrong("commits must be an array");
        }
        List<Commit> commits = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            Commit commit = ValueJson.read(Commit.class, array.get(i), "commits[" + i + "]");
            if (commit.identity() != null) {
                called(commit.identity(), replica);
            }
            commits.add(commit);
        }
        checker.committed(replica, commits, whole(node, "physicalMillis"));
    }

    private void rest(ObjectNode node) throws ValueJson.Wrong {
        JsonNode core = node.get("core");
        JsonNode logs = node.get("logs");
        if (core == null || !core.isArray() || logs == null || !logs.isObject()) {
            throw new ValueJson.Wrong("core must be an array, and logs an object");
        }
        List<String> replicas = new ArrayList<>();
        for (int i = 0; i < core.size(); i++) {
            String name = ValueJson.read(String.class, core.get(i), "core[" + i + "]");
            replicas.add(name);
            if (logs.has(name)) {
                checker.audit(name, log(name, logs.get(name), "logs." + name));
            }
        }
        checker.atRest(replicas);
        rested = true;
    }
}
