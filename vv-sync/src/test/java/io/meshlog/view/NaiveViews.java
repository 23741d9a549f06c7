package io.meshlog.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.meshlog.op.Op;
import io.meshlog.replica.Line;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The views from the words of spec §5.3 and §6: every question looks at every op, and everything is a text. Shares no code
 * with the folds.
 */
final class NaiveViews {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** @param place sorts as text like the merge order */
    private record Rec(JsonNode fields, String place, String payload, boolean chained, String origin) {
        String get(String name) {
            String text = fields.path(name).asText("");
            return text.isEmpty() || fields.path(name).isNull() ? null : text;
        }

        String ackOf() {
            JsonNode ack = fields.path("metadata").path("ack_of");
            return ack.isTextual() && !ack.asText().isEmpty() ? ack.asText() : null;
        }

        boolean is(String name, String value) {
            return value != null && value.equals(get(name));
        }

        boolean isTerminal() {
            return is("status", "applied")
                    || is("status", "blocked")
                    || is("status", "failed")
                    || is("status", "superseded");
        }

        /** What it contends for. */
        String about() {
            String thread = get("correlation_id") == null ? get("id") : get("correlation_id");
            return ackOf() == null ? "thread " + thread : "event " + ackOf();
        }
    }

    private final List<Rec> all = new ArrayList<>();
    private final List<Rec> shown = new ArrayList<>();
    private final List<String> unreadable = new ArrayList<>();

    NaiveViews(List<Op> ops) {
        for (Op op : ops) {
            String tie = op.chain() == null ? op.digest().hex() : op.chain().hex();
            String address = op.origin() + String.format(Locale.ROOT, "#%019d", op.seq());
            if (op.eventOrNull() == null) {
                unreadable.add(address + tie);
            } else {
                JsonNode fields = parse(op.fields().toString());
                String place = fields.get("hlc").asText() + '\0' + tie + '\0' + address;
                all.add(new Rec(
                        fields,
                        place,
                        op.payload().hex(),
                        op.chain() != null,
                        op.origin().name()));
            }
        }
        for (Rec rec : all) {
            boolean isFirst = true;
            for (Rec other : all) {
                isFirst &= !(other.is("id", rec.get("id")) && other.place.compareTo(rec.place) < 0);
            }
            if (isFirst) {
                shown.add(rec);
            }
        }
        shown.sort((a, b) -> a.place.compareTo(b.place));
        unreadable.sort(String::compareTo);
    }

    private static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new AssertionError(json, e);
        }
    }

    /** {@code r} clears {@code e} (spec §6), for the agent {@code e} is to. */
    private static boolean clears(Rec r, Rec e) {
        return r.is("from_agent", e.get("to_agent")) && r.isTerminal() && joins(r, e);
    }

    private static boolean joins(Rec r, Rec e) {
        boolean inThread = r.is("correlation_id", e.get("id"))
                || r.get("correlation_id") != null && r.is("correlation_id", e.get("correlation_id"));
        return e.get("id").equals(r.ackOf()) || inThread && r.get("hlc").compareTo(e.get("hlc")) > 0;
    }

    List<String> owed(String agent) {
        List<String> owed = new ArrayList<>();
        for (Rec event : shown) {
            boolean isOwed = false;
            for (Rec e : all) {
                if (e.is("id", event.get("id"))
                        && e.is("status", "open")
                        && e.is("to_agent", agent)
                        && !agent.equals("*")
                        && !e.is("from_agent", agent)) {
                    boolean isCleared = false;
                    for (Rec r : shown) {
                        isCleared |= clears(r, e);
                    }
                    isOwed |= !isCleared;
                }
            }
            if (isOwed) {
                owed.add(event.get("id") + " superseded=" + isSuperseded(event) + " claimed_by=" + claimedBy(event));
            }
        }
        return owed;
    }

    private boolean isSuperseded(Rec e) {
        for (Rec r : shown) {
            boolean mayTell =
                    r.is("from_agent", e.get("from_agent")) || e.get("id").equals(r.ackOf());
            if (r.is("status", "superseded") && mayTell && joins(r, e)) {
                return true;
            }
        }
        return false;
    }

    private String claimedBy(Rec e) {
        for (String about : List.of("event " + e.get("id"), "")) {
            for (Rec r : shown) {
                boolean isThere = about.isEmpty()
                        ? r.about().equals("thread " + e.get("id"))
                                || r.about().equals("thread " + e.get("correlation_id"))
                        : r.about().equals(about);
                if (r.is("status", "claimed") && isThere) {
                    return r.get("from_agent");
                }
            }
        }
        return null;
    }

    List<String> news(String agent) {
        List<String> news = new ArrayList<>();
        for (Rec e : shown) {
            boolean isNews = e.is("to_agent", agent) && !e.is("status", "open") && !e.is("from_agent", agent);
            for (Rec own : shown) {
                isNews &= !(own.is("from_agent", agent)
                        && own.is("stream", e.get("stream"))
                        && own.get("hlc").compareTo(e.get("hlc")) >= 0);
            }
            if (isNews) {
                news.add(0, e.get("id"));
            }
        }
        return news;
    }

    List<String> thread(String id) {
        List<String> lines = new ArrayList<>();
        String state = null;
        for (Rec e : shown) {
            if (e.is("id", id) || e.is("correlation_id", id)) {
                String claim = "";
                if (e.is("status", "claimed")) {
                    claim = isWinner(e) ? " won" : " lost";
                }
                lines.add(e.get("id") + claim);
                state = e.get("status") == null ? state : e.get("status");
            }
        }
        lines.add("state " + state);
        return lines;
    }

    private boolean isWinner(Rec claim) {
        for (Rec other : shown) {
            if (other.is("status", "claimed")
                    && other.about().equals(claim.about())
                    && other.place.compareTo(claim.place) < 0) {
                return false;
            }
        }
        return true;
    }

    List<String> agents() {
        TreeMap<String, String> agents = new TreeMap<>();
        for (Rec event : shown) {
            String name = event.get("from_agent");
            String seen = "";
            TreeSet<String> devices = new TreeSet<>();
            TreeSet<String> replicas = new TreeSet<>();
            TreeSet<String> clashes = new TreeSet<>();
            for (Rec other : shown) {
                String otherName = other.get("from_agent");
                if (otherName.equals(name)) {
                    String at = other.get("hlc") + " " + other.get("created_at");
                    seen = at.compareTo(seen) > 0 ? at : seen;
                    replicas.add(other.origin);
                    if (other.chained && other.get("asserted_by") != null) {
                        devices.add(other.get("asserted_by"));
                    }
                } else if (otherName.equalsIgnoreCase(name)) {
                    clashes.add(otherName);
                }
            }
            agents.put(name, name + " " + seen + " " + devices + " " + replicas + " " + clashes);
        }
        return List.copyOf(agents.values());
    }

    List<String> conflicts(List<Line> lines) {
        List<String> conflicts = new ArrayList<>();
        for (Rec event : shown) {
            boolean differ = false;
            for (Rec other : all) {
                differ |= other.is("id", event.get("id")) && !other.payload.equals(event.payload);
            }
            if (differ) {
                conflicts.add("id_conflict " + event.get("id"));
            }
        }
        TreeMap<String, TreeSet<String>> forks = new TreeMap<>();
        for (Line line : lines) {
            if (line.parent() != null) {
                forks.computeIfAbsent(line.parent() + "#" + (line.first() - 1), p -> new TreeSet<>())
                        .add(line.name().name());
            }
        }
        forks.forEach((parent, branches) -> conflicts.add("fork " + parent + " " + branches));
        for (Rec claim : shown) {
            if (claim.is("status", "claimed") && !isWinner(claim)) {
                conflicts.add("claim_lost " + claim.get("id"));
            }
        }
        TreeMap<String, List<String>> words = new TreeMap<>();
        TreeMap<String, TreeSet<String>> ends = new TreeMap<>();
        for (Rec word : shown) {
            if (isLastWord(word)) {
                String about = word.about().replaceFirst("^thread", "a thread");
                words.computeIfAbsent(about, a -> new ArrayList<>()).add(word.get("id"));
                ends.computeIfAbsent(about, a -> new TreeSet<>()).add(word.get("status"));
            }
        }
        words.forEach((about, ids) -> {
            if (ends.get(about).size() > 1) {
                conflicts.add("contradictory_terminals " + about.replaceFirst("^a ", "") + " " + ids);
            }
        });
        for (Rec event : shown) {
            if (isAnomalous(event)) {
                conflicts.add("clock_anomaly " + event.get("id"));
            }
        }
        unreadable.forEach(op -> conflicts.add("quarantine " + op.substring(0, op.length() - 64)));
        return conflicts;
    }

    private boolean isLastWord(Rec word) {
        if (!word.isTerminal()) {
            return false;
        }
        for (Rec other : shown) {
            if (other.isTerminal()
                    && other.about().equals(word.about())
                    && other.is("from_agent", word.get("from_agent"))
                    && other.place.compareTo(word.place) > 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAnomalous(Rec event) {
        String hlc = event.get("hlc");
        if (!hlc.substring(21).equals(event.origin)) {
            return true;
        }
        try {
            long written = java.time.Instant.parse(event.get("created_at")).toEpochMilli();
            return Long.parseLong(hlc.substring(0, 13)) > written + 24 * 3_600_000L + 1_000;
        } catch (java.time.DateTimeException e) {
            return false;
        }
    }
}
