package io.meshlog.node.cli.read;

import io.meshlog.node.cli.EnvironmentDefaults;
import io.meshlog.node.cli.client.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which events (spec §6). Several values of one option widen it, several options narrow the choice. */
public final class FilterOptions {
    private static final String BETWEEN = EnvironmentDefaults.BETWEEN;

    @Option(names = "--stream", paramLabel = "NAME", split = BETWEEN, splitSynopsisLabel = "", description = "in it")
    private @Nullable List<String> streams;

    @Option(names = "--room", paramLabel = "NAME", split = BETWEEN, splitSynopsisLabel = "", description = "in it")
    private @Nullable List<String> rooms;

    @Option(names = "--topic", paramLabel = "TOPIC", split = BETWEEN, splitSynopsisLabel = "", description = "about it")
    private @Nullable List<String> topics;

    @Option(names = "--type", paramLabel = "TYPE", split = BETWEEN, splitSynopsisLabel = "", description = "of it")
    private @Nullable List<String> types;

    @Option(
            names = "--to",
            paramLabel = "AGENT",
            split = BETWEEN,
            splitSynopsisLabel = "",
            description = "to the agent, or to all (*)")
    private @Nullable List<String> to;

    @Option(names = "--from", paramLabel = "AGENT", split = BETWEEN, splitSynopsisLabel = "", description = "by it")
    private @Nullable List<String> from;

    @Option(
            names = "--exclude-from",
            paramLabel = "AGENT",
            split = BETWEEN,
            splitSynopsisLabel = "",
            description = "not by it")
    private @Nullable List<String> excludeFrom;

    @Option(
            names = "--correlation",
            paramLabel = "ID",
            split = BETWEEN,
            splitSynopsisLabel = "",
            description = "in the thread")
    private @Nullable List<String> correlations;

    @Option(
            names = "--status",
            paramLabel = "STATUS",
            split = BETWEEN,
            splitSynopsisLabel = "",
            description = "with it")
    private @Nullable List<String> statuses;

    @Option(names = "--since-created-at", paramLabel = "TIME", description = "authored then (UTC) or later")
    private @Nullable String sinceCreatedAt;

    @Option(names = "--since-event", paramLabel = "ID", description = "arrived after that event on this node")
    private @Nullable String sinceEvent;

    /** Whether it says where to begin. */
    public boolean hasPlace() {
        return sinceEvent != null;
    }

    public Query query() {
        return filters().one("since_event_id", sinceEvent);
    }

    /** Without where to begin. */
    public Query filters() {
        return new Query()
                .each("stream", streams)
                .each("room", rooms)
                .each("topic", topics)
                .each("type", types)
                .each("to_agent", to)
                .each("from_agent", from)
                .each("exclude_from_agent", excludeFrom)
                .each("correlation_id", correlations)
                .each("status", statuses)
                .one("since_created_at", sinceCreatedAt);
    }
}
