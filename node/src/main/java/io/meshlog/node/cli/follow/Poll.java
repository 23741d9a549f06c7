package io.meshlog.node.cli.follow;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.client.Answer;
import io.meshlog.node.cli.client.Api;
import io.meshlog.node.cli.client.Query;
import io.meshlog.node.cli.read.FilterOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Long polls, one behind the other: each goes on where the one before it ended. Confined to one thread. */
final class Poll {
    /** Of one poll: what stands between may give up on what is quiet for a minute. */
    static final Duration LONGEST = Duration.ofSeconds(50);

    /** An answer may take its time beyond that of the poll. */
    private static final Duration ANSWER_TIME = Api.ANSWER_TIME;

    private static final String PATH = "/logstream/wait";

    /** Where a node says that what follows is only what arrives from now on. */
    static final String TIP = "tip";

    private final Api api;
    private final FilterOptions filters;
    private final @Nullable String onUnknown;
    private @Nullable String cursor;

    /** @param cursor where to begin; null for the first event there is */
    Poll(Api api, FilterOptions filters, @Nullable String onUnknown, @Nullable String cursor) {
        this.api = api;
        this.filters = filters;
        this.onUnknown = onUnknown;
        this.cursor = cursor;
    }

    /** Where the next one begins. */
    @Nullable
    String cursor() {
        return cursor;
    }

    /** @param most how long to wait, cut to {@link #LONGEST}; zero looks only */
    Answer next(Duration most, int limit) throws CommandFailed {
        Duration time = most.compareTo(LONGEST) < 0 ? most : LONGEST;
        Query query = filters.query()
                .one("limit", limit)
                .one("timeout_ms", time.toMillis())
                .one("on_unknown", onUnknown)
                .one("cursor", cursor);
        Answer answer = api.list(PATH, query, time.plus(ANSWER_TIME));
        String next = answer.document().text("cursor");
        if (next == null) {
            throw CommandFailed.refused("the node's answer has no cursor to go on from");
        }
        cursor = next;
        return answer;
    }
}
