package io.meshlog.node.api.read;

import io.meshlog.node.api.cursor.CursorCodec;
import io.meshlog.node.api.cursor.ViewCursor;
import io.meshlog.node.api.http.Answer;
import io.meshlog.node.api.http.ApiConfig;
import io.meshlog.node.api.http.ApiPorts;
import io.meshlog.node.api.http.Call;
import io.meshlog.node.api.http.QueryParams;
import io.meshlog.node.api.http.Routes;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.json.JsonOut;
import io.meshlog.node.store.EventReader;
import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.node.store.view.ConflictKey;
import io.meshlog.node.store.view.ListedConflict;
import io.meshlog.node.store.view.NewsPage;
import io.meshlog.node.store.view.OwedPage;
import io.meshlog.node.store.view.ThreadPage;
import io.meshlog.node.sync.LogService;
import io.meshlog.op.Event;
import io.meshlog.op.FieldRules;
import io.meshlog.op.Invalid;
import io.meshlog.op.Limits;
import io.meshlog.op.MergeKey;
import io.meshlog.view.Agents;
import io.meshlog.view.Claims;
import io.meshlog.view.Items;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code /logstream/mailbox}, {@code /threads}, {@code /agents}, {@code /conflicts}: what is derived (spec §6). */
public final class ViewRoutes {
    /** How many news are shown; all are counted. */
    static final int NEWS_MAX = 20;

    private final ApiPorts ports;
    private final ApiConfig config;
    private final EventReader reader;
    private final LogService log;
    private final Listing listing;

    public ViewRoutes(ApiPorts ports, ApiConfig config) {
        this.ports = ports;
        this.config = config;
        this.reader = ports.reader();
        this.log = ports.log();
        this.listing = new Listing(reader);
    }

    public void install(Routes routes) {
        routes.serve("/logstream/mailbox", HttpMethod.GET, this::mailbox);
        routes.serve("/logstream/threads/:id", HttpMethod.GET, this::thread);
        routes.serve("/logstream/agents", HttpMethod.GET, this::agents);
        routes.serve("/logstream/conflicts", HttpMethod.GET, this::conflicts);
    }

    private Future<Answer> mailbox(Call call) {
        QueryParams query = call.query(List.of("agent", "news", "limit", "cursor", "preview"));
        String agent = agent(query);
        boolean wantsNews = query.flag("news");
        boolean preview = query.flag("preview");
        int limit = limit(query);
        ViewCursor.Place from = ViewCursor.place(query);
        return call.blocking(() -> {
            String follow = follow(from);
            OwedPage page = reader.owed(agent, key(from), limit, config.pageBytes());
            NewsPage news = wantsNews ? reader.news(agent, NEWS_MAX) : null;
            List<OwedPage.Item> items = page.items();
            long now = ports.clock().millis();
            JsonOut out = new JsonOut()
                    .text("agent", agent)
                    .array(
                            "owed",
                            items.stream().map(item -> json(item, preview, now)).toList())
                    .json("news", news == null ? "null" : json(news));
            return end(
                    out,
                    items.size(),
                    limit,
                    page.more(),
                    () -> items.get(items.size() - 1).event(),
                    follow);
        });
    }

    private static String agent(QueryParams query) {
        String agent = query.required("agent");
        Invalid invalid = FieldRules.name("agent", agent);
        if (invalid != null) {
            throw Problems.invalid("agent", invalid.message())
                    .sized(invalid.limit(), invalid.size())
                    .refused();
        }
        return agent;
    }

    private static String json(OwedPage.Item item, boolean preview, long now) {
        Event event = event(item.event());
        return new JsonOut()
                .json("event", Events.json(item.event(), preview))
                .flag("expired", Items.isExpired(event, now))
                .flag("superseded", item.superseded())
                .text("claimed_by", item.claimedBy())
                .build();
    }

    private static String json(NewsPage news) {
        List<String> items = news.items().stream().map(ViewRoutes::newsItem).toList();
        return new JsonOut().number("count", news.count()).array("items", items).build();
    }

    private static String newsItem(StoredEvent stored) {
        Event event = event(stored);
        return new JsonOut()
                .text("event_id", event.id())
                .text("subject", Items.subject(event))
                .text("from_agent", event.routing().fromAgent())
                .text("type", event.content().type())
                .text("status", event.content().status())
                .text("stream", event.routing().stream())
                .text("room", event.routing().room())
                .text("correlation_id", event.routing().correlationId())
                .text("created_at", event.stamp().createdAt())
                .text("hlc", event.stamp().hlc().text())
                .build();
    }

    private Future<Answer> thread(Call call) {
        QueryParams query = call.query(List.of("limit", "cursor", "preview"));
        String id = call.path("id");
        boolean preview = query.flag("preview");
        int limit = limit(query);
        ViewCursor.Place from = ViewCursor.place(query);
        return call.blocking(() -> {
            String follow = follow(from);
            ThreadPage page = reader.thread(id, key(from), limit, config.pageBytes());
            List<StoredEvent> events = page.events();
            if (events.isEmpty() && from == null) {
                throw Problems.notFound("unknown-thread", "no event of that thread is on this replica")
                        .at("id")
                        .refused();
            }
            JsonOut out = new JsonOut()
                    .text("correlation_id", id)
                    .text("state", page.state())
                    .array(
                            "events",
                            events.stream()
                                    .map(event -> Events.json(event, preview))
                                    .toList())
                    .array(
                            "claims",
                            page.claims().stream().map(ViewRoutes::json).toList());
            return end(out, events.size(), limit, page.more(), () -> events.get(events.size() - 1), follow);
        });
    }

    private static String json(Claims.Claim claim) {
        return new JsonOut()
                .text("event_id", claim.said().eventId())
                .text("agent", claim.said().fromAgent())
                .text("hlc", claim.said().hlc().text())
                .flag("won", claim.won())
                .build();
    }

    private Future<Answer> agents(Call call) {
        QueryParams query = call.query(List.of("limit", "cursor"));
        String after = ViewCursor.text(query);
        int limit = limit(query);
        return call.blocking(() -> {
            List<Agents.Agent> found = reader.agents(after, limit + 1);
            boolean more = found.size() > limit;
            List<Agents.Agent> page = more ? found.subList(0, limit) : found;
            JsonOut out = new JsonOut()
                    .array("agents", page.stream().map(ViewRoutes::json).toList());
            return end(
                    out,
                    page.size(),
                    limit,
                    more ? ViewCursor.write(page.get(limit - 1).name()) : null);
        });
    }

    private static String json(Agents.Agent agent) {
        return new JsonOut()
                .text("agent", agent.name())
                .text("last_seen", agent.seen().createdAt())
                .text("last_hlc", agent.seen().hlc())
                .texts("devices", agent.devices())
                .texts("replicas", agent.replicas())
                .texts("case_clashes", agent.caseClashes())
                .build();
    }

    private Future<Answer> conflicts(Call call) {
        QueryParams query = call.query(List.of("limit", "cursor"));
        String given = ViewCursor.text(query);
        ConflictKey after = ConflictKey.parse(given);
        if (after == null && !given.isEmpty()) {
            throw ViewCursor.noCursor();
        }
        int limit = limit(query);
        return call.blocking(() -> {
            List<ListedConflict> found = reader.conflicts(after, limit + 1);
            boolean more = found.size() > limit;
            List<ListedConflict> page = more ? found.subList(0, limit) : found;
            JsonOut out = new JsonOut()
                    .array(
                            "conflicts",
                            page.stream()
                                    .map(listed -> ConflictJson.of(listed.conflict()))
                                    .toList());
            String next = more ? ViewCursor.write(page.get(limit - 1).key().text()) : null;
            return end(out, page.size(), limit, next);
        });
    }

    /** What is shown is no cursor where nothing follows. */
    private static Answer end(JsonOut out, int count, int limit, @Nullable String next) {
        return Answer.json(
                200,
                out.number("count", count)
                        .number("limit", limit)
                        .flag("more", next != null)
                        .text("cursor", next)
                        .build());
    }

    private static Answer end(
            JsonOut out,
            int count,
            int limit,
            boolean more,
            java.util.function.Supplier<StoredEvent> last,
            String follow) {
        String cursor = more ? ViewCursor.write(new ViewCursor.Place(key(last.get()), follow)) : follow;
        return Answer.json(
                200,
                out.number("count", count)
                        .number("limit", limit)
                        .flag("more", more)
                        .text("cursor", cursor)
                        .build());
    }

    /** Where to follow the log from after this list: taken before it is read, so that nothing falls in between. */
    private String follow(ViewCursor.@Nullable Place from) {
        return from != null
                ? from.follow()
                : CursorCodec.write(listing.atTip(log.document().replicaId()));
    }

    private static @Nullable MergeKey key(ViewCursor.@Nullable Place from) {
        return from == null ? null : from.key();
    }

    private static MergeKey key(StoredEvent event) {
        return Objects.requireNonNull(MergeKey.of(event.op()));
    }

    private static Event event(StoredEvent stored) {
        return Objects.requireNonNull(stored.op().eventOrNull());
    }

    private static int limit(QueryParams query) {
        return (int) Math.min(Limits.LIST_LIMIT_MAX, query.whole("limit", Limits.LIST_LIMIT_MAX, 1));
    }
}
