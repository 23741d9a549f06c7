package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A reader of one origin's log who keeps its cursor while the node dies and comes back. What it is shown has no gap,
 * comes once, and its stamps rise. For one thread at a time.
 */
final class KeptReader {
    private final Map<String, String> idsByBody = new ConcurrentSkipListMap<>();
    private String cursor = "";
    private long position;
    private long originSeq;
    private String hlc = "";

    /** Goes on from where it was, to the end. @return everything that it was ever shown: by body, the id */
    Map<String, String> readOn(ChildNode node) throws IOException {
        boolean isMore = true;
        while (isMore) {
            isMore = readPage(node);
        }
        return idsByBody;
    }

    void readUntilDead(ChildNode node) {
        try {
            while (node.process().isAlive()) {
                readPage(node);
            }
        } catch (IOException e) {
            // It died before it had answered: the cursor is the last answer's.
            return;
        }
    }

    private boolean readPage(ChildNode node) throws IOException {
        JsonNode page = node.getJson(
                "/logstream/events?limit=500" + (cursor.isEmpty() ? "" : "&cursor=" + NodeUnderTest.percent(cursor)));
        for (JsonNode event : page.path("events")) {
            assertThat(event.path("seq").asLong()).isGreaterThan(position);
            position = event.path("seq").asLong();
            assertThat(event.path("origin_seq").asLong()).isEqualTo(++originSeq);
            assertThat(event.path("hlc").asText()).isGreaterThan(hlc);
            hlc = event.path("hlc").asText();
            String twice =
                    idsByBody.put(event.path("body").asText(), event.path("id").asText());
            assertThat(twice).as("shown before").isNull();
        }
        cursor = page.path("cursor").asText();
        return page.path("more").asBoolean();
    }
}
