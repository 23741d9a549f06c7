package io.meshlog.node.api.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.follow.StreamReader.Message;
import io.meshlog.node.api.http.ApiConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Case S06: an nginx with its defaults in front, which gathers, packs, and cuts off what is quiet. */
@Tag("case-S06")
class BehindProxyIT {
    private static final String STREAM = "/logstream/stream?stream=s";

    @TempDir
    Path dir;

    private Path nginx() {
        Path program = Nginx.program();
        assumeThat(program).as("nginx is not installed").isNotNull();
        return program;
    }

    private RunningApi node(long pingMillis) {
        return RunningApi.start(
                dir.resolve("node"),
                c -> new ApiConfig(
                        c.host(),
                        0,
                        null,
                        c.allowedHosts(),
                        false,
                        c.pageBytes(),
                        c.patience(),
                        new ApiConfig.Followers(10, 10, pingMillis)));
    }

    @Test
    @Tag("ci")
    void eventsComeOneByOneAsTheyAreWritten() throws Exception {
        try (RunningApi api = node(15_000);
                Nginx proxy = Nginx.before(api.port, nginx(), dir.resolve("nginx"), "");
                StreamReader reader = new StreamReader(proxy.port, STREAM, null)) {
            assertThat(reader.status).isEqualTo(200);
            assertThat(reader.headers).doesNotContainKey("content-encoding");
            await().until(() -> api.followers() == 1);
            for (int i = 0; i < 20; i++) {
                // The next one is written only when this one is there: nothing behind it can push it through.
                String id = api.append("");
                assertThat(RunningApi.JSON
                                .readTree(reader.next().data())
                                .at("/id")
                                .asText())
                        .isEqualTo(id);
            }
        }
    }

    @Test
    @Tag("ci")
    void pingsKeepAQuietStreamOpen() throws Exception {
        staysOpen(300, "proxy_read_timeout 2s;", 20);
    }

    /** The literal times: nginx waits 60 s for a byte, a node is quiet for 15 s at most. */
    @Test
    @Tag("full")
    void pingsKeepAQuietStreamOpenForMinutes() throws Exception {
        staysOpen(15_000, "", 10);
    }

    /** @param pings how many it is quiet for: longer than the proxy waits */
    private void staysOpen(long pingMillis, String more, int pings) throws Exception {
        try (RunningApi api = node(pingMillis);
                Nginx proxy = Nginx.before(api.port, nginx(), dir.resolve("nginx"), more);
                StreamReader reader = new StreamReader(proxy.port, STREAM, null)) {
            await().atMost(Duration.ofMillis(pingMillis * pings + 60_000)).until(() -> reader.comments.size() >= pings);
            String id = api.append("");
            Message message = reader.next();
            assertThat(RunningApi.JSON.readTree(message.data()).at("/id").asText())
                    .isEqualTo(id);
            assertThat(reader.isEnded()).isFalse();
        }
    }

    @Test
    @Tag("ci")
    void aLongPollIsAnsweredWhenItsEventComes() throws Exception {
        try (RunningApi api = node(15_000);
                Nginx proxy = Nginx.before(api.port, nginx(), dir.resolve("nginx"), "")) {
            var waiting = HttpClient.newHttpClient()
                    .sendAsync(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + proxy.port
                                            + "/logstream/wait?cursor=tip&timeout_ms=50000"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            await().until(() -> api.followers() == 1);
            String id = api.append("");
            assertThat(waiting.get().body()).contains(id);
        }
    }
}
