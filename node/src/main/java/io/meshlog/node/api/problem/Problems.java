package io.meshlog.node.api.problem;

import io.meshlog.node.store.file.StoreException;
import io.meshlog.op.Invalid;
import io.meshlog.op.Limits;
import io.meshlog.replica.Outcome;
import io.vertx.ext.web.handler.HttpException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every refusal and failure as the problem it is answered with: the one place that maps them. */
public final class Problems {
    /** For the request line, and for all headers of a request together. */
    public static final int HEADER_BYTES_MAX = 8_192;

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    private static final String RETRY_AFTER_SECONDS = "1";

    private Problems() {}

    /** A parameter, header or member that does not say what it must. */
    public static Problem invalid(String field, String detail) {
        return Problem.of(400, "invalid", "The request is not valid", detail).at(field);
    }

    /** Everything that is wrong with a document; its first violation decides the status. @param errors not empty */
    public static Problem invalid(List<Invalid> errors) {
        Invalid first = errors.get(0);
        Problem problem = isTooLarge(first)
                ? Problem.of(413, "too-large", "The content is too large", first.message())
                : Problem.of(400, "invalid", "The request is not valid", first.message());
        return problem.at(first.field().isEmpty() ? null : first.field())
                .sized(first.limit(), first.size())
                .listing(errors);
    }

    /** Content that passed its size in bytes; names and counts that are too long are merely invalid. */
    private static boolean isTooLarge(Invalid invalid) {
        Long limit = invalid.limit();
        if (limit == null) {
            return false;
        }
        return switch (invalid.field()) {
            case "body" -> limit == Limits.BODY_BYTES_MAX;
            case "metadata" -> limit == Limits.METADATA_BYTES_MAX;
            case "content" -> limit == Limits.ARTIFACT_BYTES_MAX;
            default -> false;
        };
    }

    public static Problem requestTooLarge(long limit, long size) {
        return Problem.of(
                        413,
                        "too-large",
                        "The content is too large",
                        "a request body may be at most " + limit + " bytes; this one has "
                                + (size > limit ? size : "more"))
                .at("body")
                .sized(limit, size > limit ? size : null);
    }

    public static Problem unsupported(String field, String detail) {
        return Problem.of(415, "unsupported-media-type", "The media type is not supported", detail)
                .at(field);
    }

    public static Problem notFound(String slug, String detail) {
        return Problem.of(404, slug, "Not found", detail);
    }

    public static Problem unknownEvent() {
        return notFound("unknown-event", "no event of that id is on this replica")
                .at("id");
    }

    /** What the core refused of a request that is well formed. @param isBatch whether its items have places */
    public static Problem of(Outcome refusal, boolean isBatch) {
        if (refusal instanceof Outcome.Differs differs) {
            Problem problem = Problem.of(
                            409,
                            "idempotency-conflict",
                            "The idempotency key stands for something else",
                            "under this idempotency key stands " + differs.id() + ", which differs in "
                                    + String.join(", ", differs.fields())
                                    + "; nothing was stored, and another request needs another key")
                    .at("idempotency_key")
                    .differing(differs.fields());
            return isBatch ? problem.indexed(differs.index()) : problem;
        }
        Outcome.Refused refused = (Outcome.Refused) refusal;
        Problem problem = invalid(List.of(refused.invalid()));
        return isBatch ? problem.indexed(refused.index()) : problem;
    }

    public static Problem forbidden(String slug, String detail) {
        return Problem.of(403, slug, "Forbidden", detail);
    }

    public static Problem unavailable(String slug, String detail) {
        return Problem.of(503, slug, "Not available at present", detail).with("Retry-After", RETRY_AFTER_SECONDS);
    }

    /** What a failed call is answered with. What nobody expected is logged here, once, and told without its text. */
    public static Problem of(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof Refused refused) {
            return refused.problem();
        } else if (cause instanceof StoreException store) {
            return of(store);
        } else if (cause instanceof HttpException http) {
            return of(http.getStatusCode());
        } else if (cause instanceof RejectedExecutionException) {
            // Workers have no bound on what waits: they refuse work only once the node stops.
            return of(new StoreException(StoreException.Kind.CLOSED, "no workers"));
        }
        LOG.error("a request failed", cause);
        return of(500);
    }

    private static Problem of(StoreException failure) {
        String why = why(failure);
        return switch (failure.kind()) {
            case BUSY -> unavailable("busy", why + "; nothing was stored, try again");
            case DISK_FULL -> unavailable("disk-full", why + "; nothing was stored, try again when it is not");
            case READ_ONLY -> unavailable("store-read-only", why + "; nothing was stored");
            case CORRUPT -> unavailable("store-corrupt", why + "; see `meshlog check`");
            case CLOSED -> unavailable("closing", why);
            case IO, UNFIT -> unavailable("store-io", why);
        };
    }

    /** A clause for everyone's eyes: the failure's own message may name paths. */
    public static String why(StoreException failure) {
        return switch (failure.kind()) {
            case BUSY -> "another process holds the log";
            case DISK_FULL -> "the disk is full";
            case READ_ONLY -> "the log's files may not be written";
            case CORRUPT -> "the log's files are damaged";
            case CLOSED -> "the replica is shutting down";
            case IO, UNFIT -> "the log's files could not be read or written";
        };
    }

    /** What the router or a broken request line fails with. */
    public static Problem of(int status) {
        return switch (status) {
            case 400 -> Problem.of(400, "invalid", "The request is not valid", "the request is not well formed");
            case 404 -> notFound("no-such-route", "there is nothing at this path");
            case 405 ->
                Problem.of(405, "method-not-allowed", "The method is not allowed", "this path takes other methods");
            case 408 ->
                Problem.of(
                        408,
                        "too-slow",
                        "The request took too long",
                        "the request did not arrive within the time for its size");
            case 414 -> Problem.of(414, "uri-too-long", "The request line is too long", tooLong("the request line"));
            case 431 ->
                Problem.of(431, "headers-too-large", "The headers are too large", tooLong("the header section"));
            default -> Problem.of(500, "internal", "Internal error", "the request failed; the node's log says why");
        };
    }

    private static String tooLong(String what) {
        return what + " may be at most " + HEADER_BYTES_MAX
                + " bytes; long cursors and many filter values do not belong there";
    }
}
