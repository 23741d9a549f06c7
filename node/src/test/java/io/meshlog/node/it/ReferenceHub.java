package io.meshlog.node.it;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A scripted reference peer that serves ops from a file in the reference's wire format: no headers of ours, errors as
 * HTML, the connection closed after each answer. How much of each origin it shows and how large its pages are is drawn
 * from a seed, so every seed is another split and interleaving.
 */
final class ReferenceHub implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final Map<String, List<String>> ops = new LinkedHashMap<>();
    private final Map<String, Integer> shown = new LinkedHashMap<>();
    private final Map<String, String> artifacts;
    private final Random random;
    private final List<String> asked = new CopyOnWriteArrayList<>();

    /** @param opsJson {@code {origin: [op…]}} as text, whose ops are served verbatim */
    ReferenceHub(String opsJson, String artifactsJson, long seed) throws IOException {
        random = new Random(seed);
        artifacts = RawJson.members(artifactsJson);
        RawJson.members(opsJson).forEach((origin, list) -> {
            ops.put(origin, RawJson.elements(list));
            shown.put(origin, 0);
        });
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** What was asked so far, paths with queries. */
    List<String> asked() {
        return List.copyOf(asked);
    }

    /** Shows a little more of some origins. @return whether everything is shown now */
    synchronized boolean grow() {
        boolean all = true;
        for (Map.Entry<String, List<String>> entry : ops.entrySet()) {
            int total = entry.getValue().size();
            int now = Math.min(total, shown.get(entry.getKey()) + random.nextInt(total / 3 + 2));
            shown.put(entry.getKey(), now);
            all &= now == total;
        }
        return all;
    }

    /** Shows all of one origin. */
    synchronized void show(String origin) {
        shown.put(origin, ops.get(origin).size());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
        asked.add(exchange.getRequestURI().toString());
        try {
            switch (path) {
                case "/sync/version_vector" -> send(exchange, 200, vector());
                case "/sync/ops" -> send(exchange, 200, page(query));
                case "/sync/artifact" -> {
                    String artifact = artifacts.get(query.get("id"));
                    if (artifact == null) {
                        send(exchange, 404, "<html>unknown artifact</html>");
                    } else {
                        send(exchange, 200, "{\"artifact\": " + artifact + "}");
                    }
                }
                default -> send(exchange, 404, "<html>no such page</html>");
            }
        } finally {
            exchange.close();
        }
    }

    private String vector() {
        ObjectNode vector = JSON.createObjectNode();
        shown.forEach((origin, count) -> {
            if (count > 0) {
                vector.put(origin, RawJson.seq(ops.get(origin).get(count - 1)));
            }
        });
        return JSON.createObjectNode()
                .put("replica_id", "rep_0123456789ab")
                .set("version_vector", vector)
                .toString();
    }

    private String page(Map<String, String> query) {
        String origin = query.getOrDefault("origin", "");
        long after = Long.parseLong(query.getOrDefault("after", "0"));
        int limit = Math.min(Integer.parseInt(query.getOrDefault("limit", "500")), 1 + random.nextInt(60));
        List<String> page = new ArrayList<>();
        List<String> all = ops.getOrDefault(origin, List.of()).subList(0, shown.getOrDefault(origin, 0));
        for (String op : all) {
            if (RawJson.seq(op) > after && page.size() < limit) {
                page.add(op);
            }
        }
        return "{\"origin\": \"" + origin + "\", \"events\": [" + String.join(", ", page) + "], \"count\": "
                + page.size() + "}";
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", status == 200 ? "application/json" : "text/html");
        exchange.getResponseHeaders().set("Connection", "close");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> query = new LinkedHashMap<>();
        for (String pair : raw == null ? new String[0] : raw.split("&", -1)) {
            int equals = pair.indexOf('=');
            query.put(pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return query;
    }
}
