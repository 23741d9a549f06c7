package io.meshlog.node.api.read;

import static io.meshlog.node.api.write.AppendTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec §6: filters that say nothing are refused alike, one or many. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ListRequestTest {
    private static final String EVENTS = "/logstream/events";

    private RunningApi api;

    @BeforeAll
    void start(@TempDir Path directory) {
        api = RunningApi.start(directory);
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0, limit",
        "limit=-1, limit",
        "limit=ten, limit",
        "limit=, limit",
        "limit=1&limit=2, limit",
        "order=newest, order",
        "type=Bad, type",
        "type=note&type=Bad, type",
        "status=done, status",
        "status=open&status=done, status",
        "stream=, stream",
        "since_created_at=yesterday, since_created_at",
        "since_created_at=2026-13-01T00:00:00Z, since_created_at",
        "since_created_at=2026-01-01T00:00:00.5Z, since_created_at",
        "preview=maybe, preview",
        "colour=red, colour",
        "before_event_id=, before_event_id"
    })
    void whatDoesNotSayWhatItMustIsRefusedByName(String query, String field) {
        Reply reply = api.get(EVENTS + "?" + query);
        assertProblem(reply, 400, "invalid");
        assertThat(reply.json().at("/field").asText()).isEqualTo(field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"garbage", "c1.", "c1.AAAA", "c2.eJwDAAAAAAE", "c1.!!!", ""})
    void whatIsNoCursorIsRefused(String cursor) {
        assertProblem(api.get(EVENTS + "?cursor=" + cursor), 400, "invalid-cursor");
    }
}
