package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshlog.op.KeyedId;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Case O01, part (g): one key at two nodes, before and after they have heard of each other. A key means the same event on
 * every replica, also while they are cut off.
 */
@Tag("case-O01")
final class KeysIT {
    private static final String EVENTS = "/logstream/events";
    private static final String ID = KeyedId.event("pi@laptop", "review-41");

    private NodeUnderTest one;
    private NodeUnderTest other;

    @BeforeEach
    void start(@TempDir Path directory) {
        one = new NodeUnderTest(directory.resolve("one"));
        other = new NodeUnderTest(directory.resolve("other"), one.url());
        // The round that every start begins with is over: from here on it hears when it is told to.
        other.sync();
    }

    @AfterEach
    void stop() {
        other.close();
        one.close();
    }

    private static String draft(String body) {
        return "{\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"pi@laptop\",\"body\":\"" + body
                + "\",\"idempotency_key\":\"review-41\"}";
    }

    private static JsonNode asked(NodeUnderTest node, String body, int status) {
        HttpResponse<String> answer = node.post(EVENTS, draft(body));
        JsonNode document = NodeUnderTest.parse(answer, status);
        assertThat(answer.headers().firstValue("Idempotent-Replayed").isPresent())
                .isEqualTo(status == 200);
        if (status != 409) {
            assertThat(document.at("/event/id").asText()).isEqualTo(ID);
            assertThat(document.at("/event/body").asText()).isEqualTo(body);
        }
        return document;
    }

    private static void assertOneEvent(NodeUnderTest node, boolean isConflict) {
        assertThat(node.events("asc")).singleElement().satisfies(event -> {
            assertThat(event.path("id").asText()).isEqualTo(ID);
            assertThat(event.at("/local/conflict").asBoolean()).isEqualTo(isConflict);
        });
    }

    @Test
    void whatCameFromElsewhereIsRepeatedAndNotWrittenAgain() {
        asked(one, "please look", 201);
        other.sync();
        asked(other, "please look", 200);
        assertThat(asked(other, "something else", 409).path("differing").toString())
                .isEqualTo("[\"body\"]");
        assertOneEvent(other, false);
        assertThat(other.status().path("ops").asInt()).isEqualTo(1);
    }

    @Test
    void theSameRequestAtTwoNodesThatAreCutOffIsOneEventOnceTheyHear() {
        asked(one, "please look", 201);
        asked(other, "please look", 201);
        other.sync();
        assertOneEvent(other, false);
        assertThat(other.status().path("ops").asInt()).isEqualTo(2);
        asked(one, "please look", 200);
        asked(other, "please look", 200);
        assertThat(other.getJson("/logstream/conflicts").path("conflicts")).isEmpty();
    }

    /** Nobody who was told 201 is told later that it is refused; that there are two is said everywhere. */
    @Test
    void twoRequestsAtTwoNodesThatAreCutOffAreAConflictAndNeitherIsLost() {
        asked(one, "one's words", 201);
        asked(other, "the other's", 201);
        asked(other, "one's words", 409);
        other.sync();
        assertOneEvent(other, true);
        for (String body : new String[] {"one's words", "the other's"}) {
            JsonNode again = asked(other, body, 200);
            assertThat(again.at("/event/local/conflict").asBoolean()).isTrue();
        }
        asked(other, "a third", 409);
        assertThat(other.getJson("/logstream/conflicts").at("/conflicts/0/kind").asText())
                .isEqualTo("id_conflict");
    }
}
