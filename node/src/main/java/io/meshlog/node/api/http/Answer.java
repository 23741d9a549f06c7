package io.meshlog.node.api.http;

import io.meshlog.node.api.problem.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a request is answered with. Immutable.
 *
 * @param contentType empty where there is no body
 * @param isVerbatim whether the body goes out byte for byte, whatever the caller can unpack
 * @param stream takes the response, its head being set, and writes the body as it comes; null where {@code body} is all
 */
public record Answer(
        int status,
        String contentType,
        Buffer body,
        boolean isVerbatim,
        List<Problem.Header> headers,
        @Nullable Consumer<HttpServerResponse> stream) {
    public static final String JSON = "application/json";

    private Answer(int status, String contentType, Buffer body, boolean isVerbatim, List<Problem.Header> headers) {
        this(status, contentType, body, isVerbatim, headers, null);
    }

    /** One that goes on until either side ends it. */
    public static Answer stream(String contentType, Consumer<HttpServerResponse> stream) {
        return new Answer(200, contentType, Buffer.buffer(), true, List.of(), stream);
    }

    public static Answer json(int status, String json) {
        return new Answer(status, JSON, Buffer.buffer(json), false, List.of());
    }

    /** One that is packed for callers that can unpack it. */
    public static Answer text(int status, String contentType, Buffer body) {
        return new Answer(status, contentType, body, false, List.of());
    }

    public static Answer empty(int status) {
        return new Answer(status, "", Buffer.buffer(), true, List.of());
    }

    public static Answer verbatim(int status, String contentType, Buffer body) {
        return new Answer(status, contentType, body, true, List.of());
    }

    static Answer of(Problem problem, boolean asReference) {
        Answer answer = new Answer(
                problem.status(), Problem.MEDIA_TYPE, Buffer.buffer(problem.json(asReference)), false, List.of());
        Problem.Header header = problem.header();
        return header == null ? answer : answer.with(header.name(), header.value());
    }

    public Answer with(String name, String value) {
        List<Problem.Header> more = new ArrayList<>(headers);
        more.add(new Problem.Header(name, value));
        return new Answer(status, contentType, body, isVerbatim, List.copyOf(more), stream);
    }
}
