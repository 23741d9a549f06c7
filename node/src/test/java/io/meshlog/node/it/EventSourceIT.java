package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A browser's own EventSource, on a page of the node itself: whatever becomes of the node, it gets every event once. */
@Tag("ci")
class EventSourceIT {
    private static final int EVENTS = 20;

    @TempDir
    Path dir;

    private int written;

    private List<String> append(ChildNode node) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            ids.add(NodeUnderTest.parse(node.append("event " + written++), 201)
                    .at("/event/id")
                    .asText());
        }
        return ids;
    }

    @ParameterizedTest
    @ValueSource(strings = {"event", "cursor"})
    void itGoesOnWhereTheNodeWasKilled(String ids) throws Exception {
        Path program = Chromium.program();
        assumeThat(program).as("chromium is not installed").isNotNull();
        Path data = dir.resolve("node");
        String listen = "127.0.0.1:" + freePort();
        List<String> all = new ArrayList<>();
        ChildNode first = ChildNode.start(data, "--listen", listen);
        try (first;
                Chromium browser = Chromium.open(program, dir.resolve("profile"), first.url() + "/healthz")) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> browser.evaluate("location.href").asText().equals(first.url() + "/healthz"));
            browser.evaluate("""
                    got = []; opened = 0;
                    source = new EventSource('/logstream/stream?stream=s&ids=%s');
                    source.onopen = () => { opened++; };
                    source.addEventListener('logstream', e => got.push(JSON.parse(e.data).id)); 1
                    """.formatted(ids));
            opened(browser, 1);
            // Cut off before the first event: where it began is all that it knows.
            first.kill();
            try (ChildNode second = ChildNode.start(data, "--listen", listen)) {
                all.addAll(append(second));
                opened(browser, 2);
                all.addAll(append(second));
                second.kill();
            }
            try (ChildNode third = ChildNode.start(data, "--listen", listen)) {
                all.addAll(append(third));
                opened(browser, 3);
                all.addAll(append(third));
                await().atMost(Duration.ofSeconds(60))
                        .untilAsserted(() ->
                                assertThat(texts(browser.evaluate("got"))).hasSizeGreaterThanOrEqualTo(all.size()));
                assertThat(texts(browser.evaluate("got"))).isEqualTo(all);
                third.stop();
            }
        }
    }

    private static void opened(Chromium browser, int times) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> assertThat(browser.evaluate("opened").asInt()).isEqualTo(times));
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    /** The node must come back where the page knows it. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
