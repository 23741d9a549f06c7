package io.meshlog.wire;

import io.meshlog.op.Fields;
import io.meshlog.op.Op;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The wire fields of spec §3.1, and how an op is written with all of them. */
public final class WireFields {
    /** Always written, null or empty where they are absent; in the order the reference writes them. */
    private static final List<String> ALWAYS = List.of(
            "id",
            "type",
            "stream",
            "room",
            "topic",
            "from_agent",
            "to_agent",
            "correlation_id",
            "branch",
            "base_commit",
            "status",
            "body",
            "metadata",
            "artifact_ids",
            "created_at",
            "origin_replica",
            "origin_seq",
            "hlc");

    private static final SortedSet<String> KNOWN = new TreeSet<>(ALWAYS);

    /** Known only here: dropped when they come from outside, never part of an op. */
    static final List<String> LOCAL = List.of("seq", "local");

    private WireFields() {}

    /**
     * Appends {@code {"id":…,…}} without the closing brace, so that a caller can add what it knows.
     *
     * @param shownAs the origin name to write instead of the op's own, or null
     */
    static StringBuilder open(StringBuilder out, Op op, @Nullable String shownAs) {
        Fields fields = op.fields();
        for (String name : ALWAYS) {
            out.append(out.length() > 0 && out.charAt(out.length() - 1) != '{' ? "," : "");
            out.append('"').append(name).append("\":");
            if (shownAs != null && name.equals("origin_replica")) {
                io.meshlog.op.JsonText.quote(out, shownAs);
            } else {
                String value = fields.get(name);
                out.append(value != null ? value : absent(name));
            }
        }
        fields.forEach((name, value) -> {
            if (!KNOWN.contains(name)) {
                out.append(',');
                io.meshlog.op.JsonText.quote(out, name).append(':').append(value);
            }
        });
        return out;
    }

    private static String absent(String name) {
        return switch (name) {
            case "body", "created_at" -> "\"\"";
            case "metadata" -> "{}";
            case "artifact_ids" -> "[]";
            default -> "null";
        };
    }
}
