package io.meshlog.node.api.http;

import io.meshlog.node.api.problem.Problem;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What a request is answered with. Immutable.
 *
 * @param contentType empty where there is no body
 * @param isVerbatim whether the body goes out byte for byte, whatever the caller can unpack
 */
public record Answer(int status, String contentType, Buffer body, boolean isVerbatim, List<Problem.Header> headers) {
    public static final String JSON = "application/json";

    public static Answer json(int status, String json) {
        return new Answer(status, JSON, Buffer.buffer(json), false, List.of());
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
        return new Answer(status, contentType, body, isVerbatim, List.copyOf(more));
    }
}
