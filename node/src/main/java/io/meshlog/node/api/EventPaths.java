package io.meshlog.node.api;

import io.meshlog.node.api.http.Answer;
import io.meshlog.node.api.http.Call;
import io.meshlog.node.api.http.Routes;
import io.meshlog.node.api.read.EventPages;
import io.meshlog.node.api.write.Appending;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.Map;

/** {@code /logstream/events}: where one path both reads and writes, which of the two a request is for (spec §4, §6). */
final class EventPaths {
    private final EventPages pages;
    private final Appending appending;

    EventPaths(EventPages pages, Appending appending) {
        this.pages = pages;
        this.appending = appending;
    }

    void install(Routes routes) {
        routes.serve("/logstream/events", Map.of(HttpMethod.GET, pages::list, HttpMethod.POST, this::post));
        // An event may have this word for its id.
        routes.serve(
                "/logstream/events/batch",
                Map.of(HttpMethod.GET, call -> pages.get(call, "batch"), HttpMethod.POST, appending::batch));
        routes.serve("/logstream/events/:id", HttpMethod.GET, call -> pages.get(call, call.path("id")));
        routes.serve("/logstream/events/:id/ack", HttpMethod.POST, appending::ack);
    }

    /** A form is the parameters of a listing that are too long for a URL; an event is JSON. */
    private Future<Answer> post(Call call) {
        return call.isForm() ? pages.listByForm(call) : appending.append(call);
    }
}
