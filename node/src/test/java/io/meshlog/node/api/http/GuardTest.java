package io.meshlog.node.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlog.node.api.RawConnection;
import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.write.AppendTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec §8: who may ask at all. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GuardTest {
    private static final String TOKEN = "s3cret-MARK";

    private RunningApi open;
    private RunningApi closed;

    @BeforeAll
    void start(@TempDir Path one, @TempDir Path two) {
        open = RunningApi.start(one, c -> with(c, null, false, "node.example"));
        closed = RunningApi.start(two, c -> with(c, ServerToken.of(TOKEN), false, "node.example"));
    }

    @AfterAll
    void stop() {
        open.close();
        closed.close();
    }

    private static ApiConfig with(ApiConfig c, ServerToken token, boolean readOnly, String... hosts) {
        return new ApiConfig(c.host(), 0, token, List.of(hosts), readOnly, c.pageBytes(), c.patience());
    }

    private static String request(String target, String... headers) {
        return "GET " + target + " HTTP/1.1\r\n" + String.join("\r\n", headers) + "\r\n\r\n";
    }

    private static int status(RunningApi api, String request) throws IOException {
        return Integer.parseInt(RawConnection.once(api.port, request).substring(9, 12));
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 200",
        "127.0.0.1:9, 200",
        "127.9.9.9, 200",
        "localhost:8787, 200",
        "LOCALHOST., 200",
        "[::1]:8787, 200",
        "node.example, 200",
        "Node.Example:443, 200",
        "evil.example, 421",
        "node.example.evil.example, 421",
        "localhost.evil.example, 421",
        "127.0.0.1.evil.example, 421",
        "10.0.0.1, 421",
        "169.254.169.254, 421",
        "'a b', 400",
        "'', 400",
        "[::1, 400",
        "localhost:http, 400",
        "localhost:99999, 400"
    })
    void onlyNamesThatAreOursAreAnswered(String host, int status) throws IOException {
        assertThat(status(open, request("/statusz", "Host: " + host))).isEqualTo(status);
        assertThat(status(open, request("/healthz", "Host: " + host))).isEqualTo(status);
    }

    @Test
    void noHostOrTwoAreRefused() throws IOException {
        assertThat(status(open, request("/statusz", "X: y"))).isEqualTo(400);
        assertThat(status(open, request("/statusz", "Host: localhost", "Host: localhost")))
                .isEqualTo(400);
    }

    @Test
    void aNodeIsNoProxy() throws IOException {
        assertThat(status(open, request("http://localhost/statusz", "Host: localhost")))
                .isEqualTo(400);
    }

    /** A listing is a listing, however long its parameters are. */
    @Test
    void aNodeThatOnlyReadsTakesListingsAsForms(@TempDir Path directory) {
        try (RunningApi reading = RunningApi.start(directory, c -> with(c, null, true))) {
            for (String path : new String[] {"/logstream/events", "/logstream/wait"}) {
                RunningApi.Reply reply = reading.postRaw(
                        path,
                        "limit=1&timeout_ms=0".getBytes(StandardCharsets.UTF_8),
                        "Content-Type",
                        "application/x-www-form-urlencoded");
                assertThat(reply.status()).as(path + " " + reply.text()).isEqualTo(200);
            }
            assertThat(reading.post("/logstream/events", "{}").status()).isEqualTo(403);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:8787, http://localhost:8787, 200",
        "localhost, http://localhost, 200",
        "localhost, http://localhost:80, 200",
        "node.example, https://node.example, 200",
        "localhost:8787, http://localhost:3000, 403",
        "localhost:8787, http://127.0.0.1:8787, 403",
        "localhost, http://evil.example, 403",
        "localhost, null, 403",
        "localhost, http://, 403"
    })
    void pagesOfOtherOriginsAreRefused(String host, String origin, int status) throws IOException {
        assertThat(status(open, request("/statusz", "Host: " + host, "Origin: " + origin)))
                .isEqualTo(status);
    }

    @Test
    void loopbackWithoutATokenIsOpen() {
        assertThat(open.get("/statusz").status()).isEqualTo(200);
        assertThat(open.post("/admin/sync", "{}").status()).isEqualTo(200);
    }

    /** Case X02: a token in any wrong form gets the very same answer, and the right one works in either case of Bearer. */
    @ParameterizedTest
    @Tag("case-X02")
    @ValueSource(
            strings = {
                "Bearer s3cret-MAR",
                "Bearer s3cret-MARKS",
                "Bearer S3CRET-MARK",
                "Bearer ",
                "Bearer",
                "Basic czNjcmV0LU1BUks=",
                "s3cret-MARK",
                "Bearer s3cret-MÄRK",
                ""
            })
    void everyWrongTokenGetsTheSameAnswer(String authorization) throws IOException {
        String none = RawConnection.once(closed.port, request("/logstream/events", "Host: localhost"));
        String wrong = RawConnection.once(
                closed.port, request("/logstream/events", "Host: localhost", "Authorization: " + authorization));
        assertThat(none).startsWith("HTTP/1.1 401").containsIgnoringCase("WWW-Authenticate: Bearer");
        assertThat(wrong).isEqualTo(none);
    }

    @Test
    @Tag("case-X02")
    void theRightTokenOpensEveryRoute() {
        for (String scheme : List.of("Bearer ", "bearer ", "BEARER ")) {
            assertThat(closed.get("/statusz", "Authorization", scheme + TOKEN).status())
                    .isEqualTo(200);
        }
        assertThat(closed.post("/admin/sync", "{}", "Authorization", "Bearer " + TOKEN)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void twoAuthorizationsAreNone() throws IOException {
        String two =
                request("/statusz", "Host: localhost", "Authorization: Bearer x", "Authorization: Bearer " + TOKEN);
        assertThat(status(closed, two)).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/logstream/events",
                "/logstream/events/x",
                "/sync/version_vector",
                "/sync/ops?origin=x",
                "/sync/peers",
                "/statusz",
                "/admin/sync",
                "/nowhere",
                "/healthz/",
                "//healthz",
                "/%68ealthz/../statusz"
            })
    void withoutATokenOnlyHealthAndReadinessAreAnswered(String path) throws IOException {
        assertThat(status(closed, request(path, "Host: localhost"))).isEqualTo(401);
        assertThat(closed.get("/healthz").status()).isEqualTo(200);
        assertThat(closed.get("/readyz").status()).isEqualTo(200);
    }

    /** Case X02: tokens in URLs are refused, also right ones, and nothing repeats them. */
    @ParameterizedTest
    @Tag("case-X02")
    @ValueSource(strings = {"token", "access_token", "%74oken"})
    void aTokenInTheUrlIsRefusedAndNotRepeated(String name) {
        for (String path : List.of("/healthz", "/logstream/events", "/sync/ops", "/nowhere")) {
            RunningApi.Reply reply = closed.get(path + "?" + name + "=" + TOKEN, "Authorization", "Bearer " + TOKEN);
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.text()).contains("token-in-url").doesNotContain("MARK");
        }
    }

    /** Case X02: whatever goes wrong, no answer holds the token. */
    @Test
    @Tag("case-X02")
    void noAnswerHoldsTheToken() {
        String[] bearer = {"Authorization", "Bearer " + TOKEN};
        for (String path : List.of(
                "/statusz",
                "/sync/peers",
                "/sync/version_vector",
                "/logstream/events",
                "/logstream/events/" + TOKEN,
                "/logstream/events?cursor=" + TOKEN,
                "/logstream/events?since_event_id=" + TOKEN,
                "/logstream/artifacts/" + TOKEN,
                "/sync/artifact?id=" + TOKEN,
                "/sync/ops?origin=%20" + TOKEN,
                "/" + TOKEN)) {
            assertThat(closed.get(path, bearer).text()).as(path).doesNotContain("MARK");
        }
        assertThat(closed.post("/logstream/events", "{\"a\": " + TOKEN + "}", bearer)
                        .text())
                .doesNotContain("MARK");
    }

    @Test
    void anEmptyTokenNeverMeansOpen() {
        assertThatThrownBy(() -> ServerToken.of("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ServerToken.of(" \n")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ServerToken.of("tökén"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("tökén");
        assertThat(ServerToken.of("abc").toString()).doesNotContain("abc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    void anOpenAddressWithoutATokenIsNotListenedOn(String host, @TempDir Path directory) {
        assertThatThrownBy(() -> RunningApi.start(
                                directory,
                                c -> new ApiConfig(host, 0, null, List.of(), false, c.pageBytes(), c.patience()))
                        .close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(host)
                .hasMessageContaining("token")
                .hasMessageNotContaining("\n");
    }

    @Test
    void anOpenAddressWithATokenAnswersToTheAddressThatWasDialled(@TempDir Path directory) throws IOException {
        try (RunningApi api = RunningApi.start(
                directory,
                c -> new ApiConfig(
                        "0.0.0.0", 0, ServerToken.of(TOKEN), List.of(), false, c.pageBytes(), c.patience()))) {
            assertThat(api.get("/healthz").status()).isEqualTo(200);
            assertThat(api.get("/statusz").status()).isEqualTo(401);
            assertThat(status(api, request("/healthz", "Host: 10.1.2.3"))).isEqualTo(421);
        }
    }

    @Test
    void aReadOnlyNodeRefusesEveryMutation(@TempDir Path directory) {
        try (RunningApi api = RunningApi.start(directory, c -> with(c, null, true))) {
            for (String path : List.of("/logstream/events", "/logstream/artifacts", "/admin/sync")) {
                AppendTest.assertProblem(api.post(path, "{}"), 403, "read-only");
            }
            assertThat(api.get("/logstream/events").status()).isEqualTo(200);
        }
    }
}
