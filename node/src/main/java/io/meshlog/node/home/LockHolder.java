package io.meshlog.node.home;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the holder of a directory says of itself in the lock file. Only worth something while the lock is held.
 *
 * @param pid as the holder sees itself; another container may know it under another number
 * @param startedAt when its process began, to the second
 * @param listen where it answers, as {@code host:port}, or null while it does not
 */
public record LockHolder(
        long pid, Instant startedAt, @Nullable String listen) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static LockHolder thisProcess() {
        ProcessHandle self = ProcessHandle.current();
        Instant started = self.info().startInstant().orElseGet(Instant::now);
        return new LockHolder(self.pid(), started.truncatedTo(ChronoUnit.SECONDS), null);
    }

    LockHolder listening(@Nullable String address) {
        return new LockHolder(pid, startedAt, address);
    }

    boolean mayBeAlive() {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    byte[] toBytes() {
        ObjectNode json = JSON.createObjectNode();
        json.put("pid", pid).put("started_at", startedAt.toString()).put("listen", listen);
        return (json + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Null where the bytes are none: the holder may be about to write them, or have been killed while it did. */
    static @Nullable LockHolder parse(byte[] bytes) {
        try {
            JsonNode json = JSON.readTree(bytes);
            JsonNode pid = json.path("pid");
            String listen = json.path("listen").textValue();
            return pid.isIntegralNumber()
                    ? new LockHolder(
                            pid.longValue(),
                            Instant.parse(json.path("started_at").asText("")),
                            listen)
                    : null;
        } catch (IOException | java.time.DateTimeException e) {
            return null;
        }
    }

    @Override
    public String toString() {
        return "pid " + pid + ", started " + startedAt + (listen == null ? "" : ", listening on " + listen);
    }
}
