package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("§5.5 what is not the protocol ends a round with its reason")
final class LyingPeerIT {
    @TempDir
    Path directory;

    private HttpServer peer;

    @BeforeEach
    void start() throws IOException {
        peer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4);
    }

    @AfterEach
    void stop() {
        peer.stop(0);
    }

    @Test
    void anAnswerWithoutAnEndIsCalledTooLarge() {
        peer.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            byte[] blanks = new byte[65_536];
            Arrays.fill(blanks, (byte) ' ');
            try (OutputStream body = exchange.getResponseBody()) {
                while (true) {
                    body.write(blanks);
                }
            }
        });
        assertThat(reason()).contains("larger than 16777216 bytes");
    }

    @Test
    void aPageOfHtmlIsNoVector() {
        peer.createContext("/", exchange -> {
            byte[] html = "<html>sign in</html>".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, html.length);
            exchange.getResponseBody().write(html);
            exchange.close();
        });
        assertThat(reason()).contains("content type text/html");
    }

    private String reason() {
        peer.start();
        try (NodeUnderTest node = new NodeUnderTest(
                directory, "http://127.0.0.1:" + peer.getAddress().getPort())) {
            node.post("/admin/sync", "{}");
            JsonNode status = node.getJson("/statusz").path("peers").path(0);
            return status.path("last_error").asText();
        }
    }
}
