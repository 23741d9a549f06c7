package io.meshlog.node.cli;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The peers of a node as a table. */
final class PeerLines {
    private static final String NOBODY = "No peers. That says nothing of the fleet: clients of this node, and nodes "
            + "that pull from it, are no peers of it. Who writes is in the log.";

    private PeerLines() {}

    static List<String> of(List<Document> peers) {
        if (peers.isEmpty()) {
            return List.of(NOBODY);
        }
        Columns columns = new Columns();
        columns.row("peer", "replica", "kind", "reachable", "lag", "last success", "breaker", "skew", "error");
        for (Document peer : peers) {
            columns.row(
                    name(peer),
                    or(peer.text("replica_id", "replica"), "-"),
                    or(peer.text("kind"), "unknown").toLowerCase(Locale.ROOT),
                    peer.isTrue("reachable") ? "yes" : "no",
                    lag(peer),
                    Moments.text(peer.text("last_success_at", "last_success", "last_success_ms")),
                    or(peer.text("breaker"), "-"),
                    unit(peer.text("skew_ms"), " ms", "-"),
                    error(peer));
        }
        return columns.lines();
    }

    static String name(Document peer) {
        return or(peer.text("name", "peer", "url", "replica_id"), "?");
    }

    private static String lag(Document peer) {
        String ops = peer.text("lag_ops", "lag");
        String seconds = peer.text("lag_seconds");
        return unit(ops, " ops", "-") + unit(seconds, " s", "").replaceFirst("^(?=.)", ", ");
    }

    private static String error(Document peer) {
        String error = peer.text("last_error", "error");
        String at = peer.text("last_error_at", "last_error_ms");
        return error == null ? "-" : error + (at == null ? "" : " (" + Moments.text(at) + ")");
    }

    private static String unit(@Nullable String value, String unit, String otherwise) {
        return value == null ? otherwise : value + unit;
    }

    private static String or(@Nullable String text, String otherwise) {
        return text == null ? otherwise : text;
    }
}
