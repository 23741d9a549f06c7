package io.meshlog.node.api.artifact;

import io.meshlog.node.api.http.Answer;
import io.meshlog.node.api.http.ApiPorts;
import io.meshlog.node.api.http.Call;
import io.meshlog.node.api.http.Routes;
import io.meshlog.node.api.problem.Problem;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.store.EventReader;
import io.meshlog.node.store.log.StoredContent;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code /logstream/artifacts/{id}/content}: the bytes and nothing else (spec §6), with validators and ranges as RFC 9110
 * has them. What agents wrote is never shown as a page: a browser gets text that it saves.
 */
public final class ContentRoute {
    private final EventReader reader;

    public ContentRoute(ApiPorts ports) {
        this.reader = ports.reader();
    }

    public void install(Routes routes) {
        routes.serve("/logstream/artifacts/:id/content", HttpMethod.GET, this::get);
    }

    private Future<Answer> get(Call call) {
        call.query(List.of());
        String id = call.path("id");
        Conditions conditions = Conditions.of(call);
        return call.blocking(() -> {
            StoredContent content = reader.content(id);
            if (content == null) {
                throw Problems.notFound("unknown-artifact", "no artifact of that id is on this replica")
                        .at("id")
                        .refused();
            }
            return answer(content, conditions);
        });
    }

    private static Answer answer(StoredContent content, Conditions conditions) {
        String etag = '"' + content.sha256().hex() + '"';
        if (!conditions.ifMatchHolds(etag)) {
            throw Problem.of(
                            412,
                            "precondition-failed",
                            "The precondition failed",
                            "the content is not the one that If-Match names; it is " + etag)
                    .at("If-Match")
                    .refused();
        }
        if (conditions.isKnown(etag)) {
            return Answer.empty(304).with("ETag", etag);
        }
        int length = content.bytes().length;
        ByteRange range = conditions.range(etag);
        if (range != null && !range.isWithin(length)) {
            throw Problem.of(
                            416,
                            "range-not-satisfiable",
                            "The range is not there",
                            "the content has " + length + " bytes")
                    .at("Range")
                    .sized((long) length, null)
                    .with("Content-Range", "bytes */" + length)
                    .refused();
        }
        Buffer whole = Buffer.buffer(content.bytes());
        Answer answer = range == null
                ? Answer.verbatim(200, mediaType(content.kind()), whole)
                : Answer.verbatim(206, mediaType(content.kind()), whole.slice(range.from(length), range.to(length) + 1))
                        .with("Content-Range", range.shown(length));
        return answer.with("ETag", etag)
                .with("Accept-Ranges", "bytes")
                .with("Content-Disposition", "attachment; filename=\"" + fileName(content) + '"')
                .with("Content-Security-Policy", "default-src 'none'; sandbox");
    }

    private static String mediaType(String kind) {
        return switch (kind) {
            case "json" -> "application/json";
            case "patch" -> "text/x-diff; charset=utf-8";
            default -> "text/plain; charset=utf-8";
        };
    }

    /** Of the content, never of the id: that may be any text, and be a path somewhere. */
    private static String fileName(StoredContent content) {
        String ending = switch (content.kind()) {
            case "json" -> ".json";
            case "patch" -> ".patch";
            case "log" -> ".log";
            default -> ".txt";
        };
        return "artifact-" + content.sha256().hex16() + ending;
    }

    /** What the caller has, and what part it wants. */
    private record Conditions(
            @Nullable String ifMatch,
            @Nullable String ifNoneMatch,
            @Nullable String ifRange,
            @Nullable ByteRange range) {

        static Conditions of(Call call) {
            List<String> ranges = call.request().headers().getAll("Range");
            // A range is of what GET would give; HEAD is told of the whole.
            boolean isGet = call.request().method().equals(HttpMethod.GET);
            return new Conditions(
                    joined(call, "If-Match"),
                    joined(call, "If-None-Match"),
                    call.header("If-Range"),
                    isGet && ranges.size() == 1 ? ByteRange.parse(ranges.get(0)) : null);
        }

        private static @Nullable String joined(Call call, String name) {
            List<String> values = call.request().headers().getAll(name);
            return values.isEmpty() ? null : String.join(",", values);
        }

        boolean ifMatchHolds(String etag) {
            return ifMatch == null
                    || ifMatch.trim().equals("*")
                    || tags(ifMatch).contains(etag);
        }

        /** Weak tags name it too: RFC 9110 §13.1.2. */
        boolean isKnown(String etag) {
            return ifNoneMatch != null
                    && (ifNoneMatch.trim().equals("*")
                            || tags(ifNoneMatch).contains(etag)
                            || tags(ifNoneMatch).contains("W/" + etag));
        }

        /** Null for the whole: also where the caller has part of something else. A date names nothing here. */
        @Nullable
        ByteRange range(String etag) {
            return ifRange == null || ifRange.trim().equals(etag) ? range : null;
        }

        /** Digests hold no comma. */
        private static List<String> tags(String header) {
            return List.of(header.split("\\s*,\\s*", -1)).stream()
                    .map(String::trim)
                    .toList();
        }
    }
}
