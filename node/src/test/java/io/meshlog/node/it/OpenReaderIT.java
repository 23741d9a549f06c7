package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshlog.node.store.file.StoreFiles;
import io.meshlog.node.store.file.StoreSettings;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Case D02: who begins to read and stops keeps no log long; another program can, and that is said while it does. */
@Tag("case-D02")
class OpenReaderIT {
    /** Past the bound with any tier's size. */
    private static final int MEGABYTES = Integer.getInteger("test.megabytes", 80);

    private static final int BATCH = 50;
    private static final String BODY = "x".repeat(200_000);
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path dir;

    @Test
    @Tag("ci")
    @Tag("full")
    void clientsThatStopReadingKeepNoLogLong() throws Exception {
        Path data = dir.resolve("node");
        List<Socket> readers = new ArrayList<>();
        try (ChildNode node = ChildNode.start(data)) {
            append(node);
            for (String path :
                    List.of("/logstream/events?limit=500", "/logstream/stream?since_event_id=" + first(node))) {
                readers.add(startReading(node, path));
            }
            long highest = 0;
            for (long written = 0; written < (long) MEGABYTES << 20; written += (long) BATCH * BODY.length()) {
                append(node);
                highest = Math.max(highest, walBytes(data));
            }
            assertThat(highest).isPositive().isLessThan(StoreSettings.WAL_BYTES_BOUND);
            assertThat(node.getJson("/statusz").path("status").asText()).isEqualTo("ok");
            for (Socket reader : readers) {
                reader.close();
            }
            await().atMost(SOON).until(() -> walBytes(data) == 0);
            node.stop();
        } finally {
            for (Socket reader : readers) {
                reader.close();
            }
        }
    }

    @Test
    @Tag("ci")
    void whatAnotherProgramHoldsOpenIsSaidAndShrinksWhenItLetsGo() throws Exception {
        Path data = dir.resolve("node");
        try (ChildNode node = ChildNode.start(data)) {
            append(node);
            try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + data.resolve(StoreFiles.NAME));
                    Statement statement = other.createStatement()) {
                statement.execute("BEGIN");
                try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM event")) {
                    assertThat(rows.next()).isTrue();
                }
                while (walBytes(data) <= StoreSettings.WAL_BYTES_BOUND) {
                    append(node);
                }
                assertThat(node.getJson("/statusz").path("held").toString()).contains("the write-ahead log has");
                assertThat(node.isReady()).isTrue();
                statement.execute("COMMIT");
            }
            assertThat(node.append("goes on").statusCode()).isEqualTo(201);
            await().atMost(SOON).until(() -> walBytes(data) == 0);
            assertThat(node.getJson("/statusz").path("status").asText()).isEqualTo("ok");
            node.stop();
        }
    }

    private static void append(ChildNode node) {
        List<String> bodies = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            bodies.add(BODY);
        }
        assertThat(node.batch(bodies).statusCode()).isEqualTo(201);
    }

    private static String first(ChildNode node) throws IOException {
        return node.getJson("/logstream/events?limit=1&preview=true")
                .path("events")
                .path(0)
                .path("id")
                .asText();
    }

    /** The answer begins, and is larger than what the kernel takes from the node for somebody who does not read. */
    private static Socket startReading(ChildNode node, String path) throws IOException {
        URI url = URI.create(node.url());
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new java.net.InetSocketAddress(url.getHost(), url.getPort()));
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        byte[] status = socket.getInputStream().readNBytes(12);
        assertThat(new String(status, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200");
        return socket;
    }

    private static long walBytes(Path data) throws IOException {
        Path wal = StoreFiles.wal(data.resolve(StoreFiles.NAME));
        return Files.exists(wal) ? Files.size(wal) : 0;
    }
}
