package io.meshlog.node.home;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshlog.op.Origin;
import io.meshlog.sign.Ed25519Key;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The text of {@code replica.json}: who lives here, for people and programs. The database decides, not this. */
final class ShownIdentity {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ShownIdentity() {}

    /** @param program name and version @param now when this identity was first shown */
    static byte[] encode(Ed25519Key key, String program, Instant now) throws IOException {
        ObjectNode json = JSON.createObjectNode();
        json.put("replica_id", key.origin().name());
        json.put("public_key", Base64.getUrlEncoder().withoutPadding().encodeToString(key.publicKey()));
        json.put("program", program);
        json.put("created_at", now.truncatedTo(ChronoUnit.SECONDS).toString());
        String text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json);
        return (text + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** The id, or null where the file is damaged: it is then written anew. */
    static @Nullable Origin idIn(byte[] file) {
        try {
            JsonNode json = JSON.readTree(file);
            String id = json.path("replica_id").textValue();
            return id != null && Origin.isName(id) ? new Origin(id) : null;
        } catch (IOException e) {
            return null;
        }
    }
}
