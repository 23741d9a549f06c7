package io.meshlog.node.api.read;

import io.meshlog.node.api.cursor.CursorCodec;
import io.meshlog.node.api.http.Answer;
import io.meshlog.node.api.http.ApiConfig;
import io.meshlog.node.api.http.ApiPorts;
import io.meshlog.node.api.http.Call;
import io.meshlog.node.api.http.QueryParams;
import io.meshlog.node.api.problem.Problem;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.api.read.ListRequest.OnUnknown;
import io.meshlog.node.json.JsonOut;
import io.meshlog.node.store.EventReader;
import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.node.sync.LogService;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Reads of {@code /logstream/events}: a listing, one event (spec §6). */
public final class EventPages {
    private final ApiConfig config;
    private final EventReader reader;
    private final LogService log;
    private final Listing listing;

    public EventPages(ApiPorts ports, ApiConfig config) {
        this.config = config;
        this.reader = ports.reader();
        this.log = ports.log();
        this.listing = new Listing(reader);
    }

    public Future<Answer> get(Call call, String id) {
        boolean preview = call.query(List.of("preview")).flag("preview");
        return call.blocking(() -> {
            StoredEvent event = reader.get(id);
            if (event == null) {
                throw Problems.unknownEvent().refused();
            }
            return Answer.json(
                    200,
                    new JsonOut().json("event", Events.json(event, preview)).build());
        });
    }

    public Future<Answer> list(Call call) {
        QueryParams query = call.query(ListRequest.PARAMETERS);
        ListRequest.requireShortCursor(query);
        return list(call, ListRequest.parse(query, config.pageBytes()));
    }

    /** The parameters of a listing that are too long for a URL, as a form. */
    public Future<Answer> listByForm(Call call) {
        call.query(List.of());
        return call.body().compose(body -> {
            QueryParams form = QueryParams.parse(body.toString(StandardCharsets.UTF_8));
            return list(call, ListRequest.parse(form.only(ListRequest.PARAMETERS), config.pageBytes()));
        });
    }

    private Future<Answer> list(Call call, ListRequest request) {
        String self = log.document().replicaId();
        long untilNanos = System.nanoTime() + request.waitMillis() * 1_000_000;
        return page(call, request, self, untilNanos).compose(page -> call.blocking(() -> listed(request, page)));
    }

    /** The page; where its cursor is of another replica's future perhaps only once that has come. */
    private Future<Listing.Page> page(Call call, ListRequest request, String self, long untilNanos) {
        // Read first: a commit that comes during the look ends the wait at once.
        long seen = reader.generation();
        return call.blocking(() -> listing.page(request, self)).compose(page -> {
            if (page.missing().isEmpty()) {
                return Future.succeededFuture(page);
            }
            long leftMillis = (untilNanos - System.nanoTime()) / 1_000_000;
            if (request.onUnknown() != OnUnknown.WAIT || !page.mayCome() || leftMillis <= 0 || call.isGone()) {
                return Future.failedFuture(unknown(page).refused());
            }
            return call.within(leftMillis, reader.committedAfter(seen))
                    .compose(woken -> page(call, request, self, untilNanos));
        });
    }

    private static Problem unknown(Listing.Page page) {
        List<String> missing = page.missing();
        String shown = String.join(", ", missing.subList(0, Math.min(3, missing.size())));
        String what = missing.size() > 3 ? shown + " and " + (missing.size() - 3) + " more" : shown;
        String then = page.mayCome()
                ? "on_unknown=wait waits until that has replicated, on_unknown=resume goes on at once and may repeat"
                : "it was given by another replica, or by this one before it lost its log; on_unknown=resume begins"
                        + " again";
        return Problems.notFound(
                        "unknown-cursor",
                        "this cursor stands for what this replica does not hold: " + what + "; " + then)
                .at("cursor");
    }

    private static Answer listed(ListRequest request, Listing.Page page) {
        List<String> events = page.events().stream()
                .map(event -> Events.json(event, request.preview()))
                .toList();
        return Answer.json(
                200,
                new JsonOut()
                        .array("events", events)
                        .number("count", events.size())
                        .number("limit", request.filters().limit())
                        .flag("more", page.more())
                        .text("cursor", CursorCodec.write(Objects.requireNonNull(page.cursor())))
                        .build());
    }
}
