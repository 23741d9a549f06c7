package io.meshlog.node.it;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A scripted reference peer that pulls, by the rules it is known for (spec §5.5, §10): it asks every origin but its own
 * from the highest {@code origin_seq} that it stored, drops an op whose event id or address it has, wants every artifact
 * before the event that names it, and gives up the whole round at the first answer it does not like.
 */
final class ReferencePuller {
    private final String url;
    private final int pageSize;
    private final Map<String, JsonNode> events = new LinkedHashMap<>();
    private final Map<String, JsonNode> byAddress = new TreeMap<>();
    private final Map<String, JsonNode> artifacts = new TreeMap<>();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    ReferencePuller(String url, int pageSize) {
        this.url = url;
        this.pageSize = pageSize;
    }

    List<JsonNode> events() {
        return List.copyOf(events.values());
    }

    /** @return how many pages of ops it had to ask for */
    int round() {
        int pages = 0;
        JsonNode document = get("/sync/version_vector");
        List<String> origins = new ArrayList<>();
        document.path("version_vector").fieldNames().forEachRemaining(origins::add);
        for (String origin : origins) {
            long claimed = document.path("version_vector").path(origin).asLong();
            long have = highest(origin);
            while (have < claimed) {
                JsonNode page = get("/sync/ops?origin=" + origin + "&after=" + have + "&limit=" + pageSize);
                pages++;
                long last = have;
                for (JsonNode op : page.path("events")) {
                    take(origin, op);
                    last = op.path("origin_seq").asLong();
                }
                if (page.path("events").isEmpty() || last <= have) {
                    break;
                }
                have = last;
            }
        }
        return pages;
    }

    private long highest(String origin) {
        long highest = 0;
        for (JsonNode op : byAddress.values()) {
            if (op.path("origin_replica").asText().equals(origin)) {
                highest = Math.max(highest, op.path("origin_seq").asLong());
            }
        }
        return highest;
    }

    private void take(String origin, JsonNode op) {
        if (!op.path("origin_replica").asText().equals(origin)) {
            throw new AssertionError("a page of " + origin + " holds " + op);
        }
        for (JsonNode id : op.path("artifact_ids")) {
            artifacts.computeIfAbsent(
                    id.asText(), i -> get("/sync/artifact?id=" + i).path("artifact"));
        }
        String address = origin + " " + op.path("origin_seq").asLong();
        if (!events.containsKey(op.path("id").asText()) && !byAddress.containsKey(address)) {
            events.put(op.path("id").asText(), op);
            byAddress.put(address, op);
        }
    }

    private JsonNode get(String path) {
        try {
            HttpResponse<String> response = http.send(
                    HttpRequest.newBuilder(URI.create(url + path)).build(), HttpResponse.BodyHandlers.ofString());
            return NodeUnderTest.parse(response, 200);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
