package io.meshlog.node.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** Answers requests with what it was told, in order, the last answer again and again; keeps what it was asked. */
public final class NodeStub implements AutoCloseable {

    /** @param agent the header {@code Meshlog-Agent}, or null */
    public record Request(String method, String target, String body, String authorization, String agent) {}

    private record Prepared(int status, Map<String, String> headers, byte[] body) {}

    private final HttpServer server;
    private final Deque<Prepared> prepared = new ArrayDeque<>();
    private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());

    public NodeStub() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    public NodeStub answering(String json) {
        return answering(200, Map.of("Content-Type", "application/json"), json);
    }

    public NodeStub refusing(int status, String problem) {
        return answering(status, Map.of("Content-Type", "application/problem+json"), problem);
    }

    public synchronized NodeStub answering(int status, Map<String, String> headers, String body) {
        prepared.add(new Prepared(status, headers, body.getBytes(StandardCharsets.UTF_8)));
        return this;
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public List<Request> requests() {
        return List.copyOf(requests);
    }

    public Request onlyRequest() {
        if (requests.size() != 1) {
            throw new AssertionError("expected one request, got " + requests);
        }
        return requests.get(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.add(new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
                    exchange.getRequestHeaders().getFirst("Authorization"),
                    exchange.getRequestHeaders().getFirst("Meshlog-Agent")));
            Prepared next = next();
            next.headers()
                    .forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
            exchange.sendResponseHeaders(next.status(), next.body().length == 0 ? -1 : next.body().length);
            exchange.getResponseBody().write(next.body());
        }
    }

    private synchronized Prepared next() {
        return prepared.size() > 1 ? prepared.remove() : prepared.element();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
