package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that write to a node until it dies, each in its way, and remember what they were told. */
final class Writers {
    static final int BATCH = 5;

    /** By body, the id that was acknowledged. */
    private final Map<String, String> acknowledged = new ConcurrentSkipListMap<>();

    private final Set<String> keyedUnanswered = new ConcurrentSkipListSet<>();

    /** Nobody can say what became of these, but that they are there once or not at all. */
    private final Set<String> unanswered = ConcurrentHashMap.newKeySet();

    private final AtomicInteger sent = new AtomicInteger();
    private final String padding;
    private ExecutorService threads = Executors.newCachedThreadPool();

    /** @param padding of every body, so that it has a size */
    Writers(String padding) {
        this.padding = padding;
    }

    /** Writes singly, under keys and in batches, and reads along, until the node is dead. */
    void start(ChildNode node, KeptReader reader) {
        threads = Executors.newCachedThreadPool();
        threads.execute(() -> untilDead(() -> single(node)));
        threads.execute(() -> untilDead(() -> keyed(node)));
        threads.execute(() -> untilDead(() -> keyed(node)));
        threads.execute(() -> untilDead(() -> batch(node)));
        threads.execute(() -> reader.readUntilDead(node));
    }

    void awaitMore(int count) {
        int enough = acknowledged.size() + count;
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(1))
                .until(() -> acknowledged.size() >= enough);
    }

    void join() throws InterruptedException {
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    /** Whoever was not answered and has a key asks again under it. */
    void askAgain(ChildNode node) {
        for (Iterator<String> bodies = keyedUnanswered.iterator(); bodies.hasNext(); ) {
            String body = bodies.next();
            HttpResponse<String> answer = node.appendKeyed(body);
            assertThat(answer).isNotNull();
            assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
            acknowledge(NodeUnderTest.parse(answer, answer.statusCode()).path("event"));
            bodies.remove();
        }
    }

    /** Everything acknowledged is there under its id; what nobody answered is there once or not; batches are whole. */
    void assertAllIn(Map<String, String> seen) {
        assertThat(seen).containsAllEntriesOf(acknowledged);
        List<String> unasked = new ArrayList<>(seen.keySet());
        unasked.removeAll(acknowledged.keySet());
        assertThat(unanswered)
                .containsAll(unasked.stream()
                        .filter(body -> !keyedUnanswered.contains(body))
                        .toList());
        Map<String, Integer> batches = new ConcurrentHashMap<>();
        seen.keySet().stream()
                .filter(body -> body.startsWith("batch "))
                .forEach(body -> batches.merge(body.substring(0, body.lastIndexOf(' ')), 1, Integer::sum));
        assertThat(batches.values()).allMatch(count -> count == BATCH);
    }

    int acknowledged() {
        return acknowledged.size();
    }

    /** One request. */
    private interface Request {
        /** @return whether it was answered */
        boolean isAnswered();
    }

    private static void untilDead(Request request) {
        boolean isAlive = true;
        while (isAlive) {
            isAlive = request.isAnswered();
        }
    }

    private boolean single(ChildNode node) {
        String body = body("single ");
        unanswered.add(body);
        return took(node.append(body));
    }

    private boolean keyed(ChildNode node) {
        // The key is the body, and a key is short.
        String body = "keyed " + sent.incrementAndGet();
        keyedUnanswered.add(body);
        boolean isAnswered = took(node.appendKeyed(body));
        if (isAnswered) {
            keyedUnanswered.remove(body);
        }
        return isAnswered;
    }

    private boolean batch(ChildNode node) {
        String name = "batch " + sent.incrementAndGet() + padding + " ";
        List<String> bodies = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            bodies.add(name + i);
        }
        unanswered.addAll(bodies);
        return took(node.batch(bodies));
    }

    private String body(String kind) {
        return kind + sent.incrementAndGet() + padding;
    }

    private boolean took(HttpResponse<String> answer) {
        if (answer == null || answer.statusCode() != 201) {
            return false;
        }
        JsonNode stored = NodeUnderTest.parse(answer, 201);
        if (stored.has("event")) {
            acknowledge(stored.path("event"));
        }
        stored.path("events").forEach(this::acknowledge);
        return true;
    }

    private void acknowledge(JsonNode event) {
        String body = event.path("body").asText();
        unanswered.remove(body);
        acknowledged.put(body, event.path("id").asText());
    }
}
