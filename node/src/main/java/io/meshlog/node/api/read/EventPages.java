package io.meshlog.node.api.read;

import io.meshlog.node.api.http.Answer;
import io.meshlog.node.api.http.ApiConfig;
import io.meshlog.node.api.http.ApiPorts;
import io.meshlog.node.api.http.Call;
import io.meshlog.node.api.http.QueryParams;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.json.JsonOut;
import io.meshlog.node.store.EventReader;
import io.meshlog.node.store.row.StoredEvent;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads of {@code /logstream/events}: a listing, one event (spec §6). */
public final class EventPages {
    private final ApiConfig config;
    private final EventReader reader;
    private final Listings listings;

    public EventPages(ApiPorts ports, ApiConfig config, Listings listings) {
        this.config = config;
        this.reader = ports.reader();
        this.listings = listings;
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
        long untilNanos = System.nanoTime() + request.waitMillis() * 1_000_000;
        return listings.page(call, request, untilNanos)
                .compose(page -> call.blocking(
                        () -> Answer.json(200, Listings.json(request, page).build())));
    }
}
