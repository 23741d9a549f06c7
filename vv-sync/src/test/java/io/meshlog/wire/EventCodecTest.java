package io.meshlog.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.meshlog.op.Op;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("§3.1 an event as readers get it")
final class EventCodecTest {
    private static final Op OP = OpTexts.loose(OpTexts.event("rep_91b72265b1f5", 7, ",\"x\":1.0"));

    private static JsonNode read(EventCodec.Local local) throws java.io.IOException {
        return new ObjectMapper().readTree(EventCodec.toReader(OP, 12, local));
    }

    @Test
    void whatOnlyThisReplicaKnowsStandsInLocal() throws Exception {
        JsonNode event = read(new EventCodec.Local(List.of("art_1", "art_2"), true, true, true));
        assertThat(event.get("seq").asLong()).isEqualTo(12);
        assertThat(event.get("local").toString())
                .isEqualTo(
                        "{\"pending\":[\"art_1\",\"art_2\"],\"revised\":true,\"unverified\":true,\"conflict\":true}");
        assertThat(event.get("origin_seq").asLong()).isEqualTo(7);
    }

    @Test
    void withoutAnythingToSayThereIsNoLocal() throws Exception {
        assertThat(read(new EventCodec.Local(List.of(), false, false, false)).has("local"))
                .isFalse();
        assertThat(read(new EventCodec.Local(List.of(), false, false, true))
                        .get("local")
                        .toString())
                .isEqualTo("{\"conflict\":true}");
    }
}
