package io.meshlog.node.cli.lines;

import io.meshlog.node.cli.client.Document;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The peers of a node as a table. */
public final class PeerLines {
    private static final String NOBODY = "No peers. That says nothing of the fleet: clients of this node, and nodes "
            + "that pull from it, are no peers of it. Who writes is in the log.";

    private PeerLines() {}

    public static List<String> of(List<Document> peers) {
        if (peers.isEmpty()) {
            return List.of(NOBODY);
        }
        Columns columns = new Columns();
        columns.row("peer", "replica", "kind", "reachable", "lag", "last success", "breaker", "skew", "error");
        for (Document peer : peers) {
            columns.row(
                    name(peer),
                    or(peer.text("replica"), "-"),
                    or(peer.text("kind"), "unknown"),
                    peer.isTrue("reachable") ? "yes" : "no",
                    lag(peer),
                    or(toSeconds(peer.text("last_success_at")), "never"),
                    or(peer.text("breaker"), "-"),
                    with(peer.text("skew_ms"), " ms"),
                    error(peer));
        }
        return columns.lines();
    }

    public static String name(Document peer) {
        return or(peer.text("name", "url"), "?");
    }

    private static String lag(Document peer) {
        String seconds = peer.text("lag_seconds");
        return with(peer.text("lag_ops"), " ops") + (seconds == null ? "" : ", " + seconds + " s");
    }

    private static String error(Document peer) {
        String error = peer.text("last_error");
        String at = toSeconds(peer.text("last_error_at"));
        return error == null ? "-" : error + (at == null ? "" : " (" + at + ")");
    }

    private static @Nullable String toSeconds(@Nullable String time) {
        return time == null ? null : time.replaceFirst("\\.[0-9]+Z$", "Z");
    }

    private static String with(@Nullable String value, String unit) {
        return value == null ? "-" : value + unit;
    }

    private static String or(@Nullable String text, String otherwise) {
        return text == null ? otherwise : text;
    }
}
