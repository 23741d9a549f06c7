package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshlog.op.Digest;
import io.meshlog.op.JsonText;
import io.meshlog.op.Limits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spec §3.2: an artifact of a kind, a size or a content that nobody could put here comes by sync, is shown and passed on. */
final class ForeignArtifactIT {
    private static final String HUB = "rep_aaaaaaaaaaaa";

    @TempDir
    Path dir;

    private static final Map<String, String> CONTENTS = contents();

    private static Map<String, String> contents() {
        Map<String, String> contents = new LinkedHashMap<>();
        contents.put("art_large", "☃".repeat(Limits.ARTIFACT_BYTES_MAX / 3 + 1));
        contents.put("art_empty", "");
        contents.put("art_nul", "a\0b");
        contents.put("art_broken_json", "{");
        contents.put("art/odd id\n", "odd");
        return contents;
    }

    private static String artifact(String id, String content) {
        String kind = id.equals("art_broken_json") ? "json" : "picture";
        return "{\"id\":" + JsonText.quote(id) + ",\"kind\":\"" + kind + "\",\"content\":" + JsonText.quote(content)
                + ",\"sha256\":\""
                + Digest.sha256(content.getBytes(StandardCharsets.UTF_8)).hex()
                + "\",\"size_bytes\":" + content.getBytes(StandardCharsets.UTF_8).length
                + ",\"created_by\":\"" + "n".repeat(300) + "\",\"created_at\":\"2026-01-01T00:00:00Z\","
                + "\"metadata\":{\"m\":\"" + "x".repeat(Limits.METADATA_BYTES_MAX) + "\"},\"x_new\":1.0}";
    }

    @Test
    void whatNobodyCouldPutHereIsShownAndPassedOn() throws IOException {
        ObjectNode ids = NodeUnderTest.JSON.createObjectNode();
        CONTENTS.keySet().forEach(ids.putArray("ids")::add);
        String op =
                "{\"id\":\"evt\",\"type\":\"t\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\",\"artifact_ids\":"
                        + ids.get("ids") + ",\"created_at\":\"2026-01-01T00:00:00Z\",\"origin_replica\":\"" + HUB
                        + "\",\"origin_seq\":1,\"hlc\":\"1767225600000-000000-" + HUB + "\"}";
        StringBuilder artifacts = new StringBuilder();
        contents()
                .forEach((id, content) -> artifacts
                        .append(artifacts.length() == 0 ? "{" : ",")
                        .append(JsonText.quote(id))
                        .append(':')
                        .append(artifact(id, content)));
        try (ReferenceHub hub = new ReferenceHub("{\"" + HUB + "\":[" + op + "]}", artifacts + "}", 1);
                NodeUnderTest second = new NodeUnderTest(dir.resolve("second"), hub.url());
                NodeUnderTest third = new NodeUnderTest(dir.resolve("third"), second.url())) {
            hub.show(HUB);
            second.sync();
            third.sync();
            for (NodeUnderTest node : new NodeUnderTest[] {second, third}) {
                assertThat(node.getJson("/logstream/events/evt").at("/event/local/pending"))
                        .as(node.status().path("incidents").toString())
                        .isEmpty();
                for (Map.Entry<String, String> held : CONTENTS.entrySet()) {
                    assertHolds(node, held.getKey(), held.getValue());
                }
            }
        }
    }

    private static void assertHolds(NodeUnderTest node, String id, String content) {
        String path = "/logstream/artifacts/" + NodeUnderTest.percent(id).replace("+", "%20");
        JsonNode shown = node.getJson(path).path("artifact");
        assertThat(shown.path("content").asText().equals(content)).as(id).isTrue();
        assertThat(shown.path("created_by").asText()).hasSize(300);
        assertThat(shown.path("x_new").asText()).isEqualTo("1.0");
        assertThat(node.get(path + "/content").body().equals(content)).as(id).isTrue();
    }
}
