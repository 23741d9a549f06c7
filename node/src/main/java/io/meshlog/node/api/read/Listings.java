package io.meshlog.node.api.read;

import io.meshlog.node.api.cursor.Cursor;
import io.meshlog.node.api.cursor.CursorCodec;
import io.meshlog.node.api.http.ApiPorts;
import io.meshlog.node.api.http.Call;
import io.meshlog.node.api.problem.Problem;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.api.read.ListRequest.OnUnknown;
import io.meshlog.node.json.JsonOut;
import io.meshlog.node.store.EventReader;
import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.node.sync.LogService;
import io.vertx.core.Future;
import java.util.List;
import java.util.Objects;

/** Pages for routes: off the event loop, and where a cursor is of another replica's future perhaps only once that has come. */
public final class Listings {
    private final EventReader reader;
    private final LogService log;
    private final Listing listing;

    public Listings(ApiPorts ports) {
        this.reader = ports.reader();
        this.log = ports.log();
        this.listing = new Listing(reader);
    }

    /** A page that counts. @param untilNanos how long {@code on_unknown=wait} may wait, by {@link System#nanoTime} */
    public Future<Listing.Page> page(Call call, ListRequest request, long untilNanos) {
        String self = log.document().replicaId();
        // Read first: a commit that comes during the look ends the wait at once.
        long seen = reader.generation();
        return call.blocking(() -> listing.page(request, self)).compose(page -> {
            if (page.missing().isEmpty()) {
                return Future.succeededFuture(page);
            }
            long leftMillis = (untilNanos - System.nanoTime()) / 1_000_000;
            if (request.onUnknown() != OnUnknown.WAIT || !page.mayCome() || leftMillis <= 0 || call.isGone()) {
                return Future.failedFuture(unknown(page, request.onUnknown()).refused());
            }
            return call.within(leftMillis, reader.committedAfter(seen))
                    .compose(woken -> page(call, request, untilNanos));
        });
    }

    /** From the tip on: what a caller follows who gave no place to begin. Blocks. */
    public Cursor tip() {
        return listing.atTip(log.document().replicaId());
    }

    /** The place where a request begins, as a cursor that may be used here. Fails where that is not here. */
    public Future<Cursor> beginning(Call call, ListRequest request) {
        long untilNanos = System.nanoTime() + request.waitMillis() * 1_000_000;
        Cursor cursor = request.cursor();
        if (Cursor.TIP.equals(cursor)) {
            return call.blocking(this::tip);
        } else if (cursor != null) {
            // One page is looked at, and thrown away: whether its cursor may be used shows there.
            return page(call, request.limited(1), untilNanos).map(page -> cursor);
        }
        return call.blocking(() -> local(listing.beginning(request)));
    }

    /** A cursor for a header: where it is too long for one, its position, which means something here only. */
    public String shortText(Cursor cursor) {
        String text = CursorCodec.write(cursor);
        return text.length() <= ListRequest.CURSOR_LENGTH_MAX ? text : CursorCodec.write(local(cursor.position()));
    }

    /** See {@link Listing#at}. Blocks. */
    public Cursor at(StoredEvent event) {
        return listing.at(event, log.document().replicaId());
    }

    /** See {@link Listing#local}. */
    public Cursor local(long position) {
        return listing.local(position, log.document().replicaId());
    }

    private static Problem unknown(Listing.Page page, OnUnknown asked) {
        List<String> missing = page.missing();
        String shown = String.join(", ", missing.subList(0, Math.min(3, missing.size())));
        String what = missing.size() > 3 ? shown + " and " + (missing.size() - 3) + " more" : shown;
        String then = page.mayCome()
                ? "on_unknown=wait waits until that has replicated, on_unknown=resume goes on at once and may repeat"
                : "it was given by another replica, or by this one before it lost its log; on_unknown=resume begins"
                        + " again";
        Problem problem = Problems.notFound(
                        "unknown-cursor",
                        "this cursor stands for what this replica does not hold: " + what + "; " + then)
                .at("cursor");
        // Who waits for it may go on waiting; who does not would only ask the same again.
        return asked == OnUnknown.WAIT && page.mayCome() ? problem.with("Retry-After", "1") : problem;
    }

    /** What a page is told as: every member of a list's answer. */
    public static JsonOut json(ListRequest request, Listing.Page page) {
        List<String> events = page.events().stream()
                .map(event -> Events.json(event, request.preview()))
                .toList();
        return new JsonOut()
                .array("events", events)
                .number("count", events.size())
                .number("limit", request.filters().limit())
                .flag("more", page.more())
                .text("cursor", CursorCodec.write(Objects.requireNonNull(page.cursor())));
    }
}
