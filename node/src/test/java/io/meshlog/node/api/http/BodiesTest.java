package io.meshlog.node.api.http;

import static io.meshlog.node.api.write.AppendTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshlog.node.api.RawConnection;
import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import io.meshlog.op.Limits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec §8.1: requests that are too large, too slow, or packed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BodiesTest {
    private static final String EVENTS = "/logstream/events";
    private static final String POST =
            "POST /logstream/events HTTP/1.1\r\nHost: localhost\r\n" + "Content-Type: application/json\r\n";

    private RunningApi api;
    private RunningApi impatient;
    private RunningApi closed;

    @BeforeAll
    void start(@TempDir Path one, @TempDir Path two, @TempDir Path three) {
        api = RunningApi.start(one);
        ApiConfig.Patience short_ = new ApiConfig.Patience(300, 300, 300, 2_000);
        impatient =
                RunningApi.start(two, c -> new ApiConfig(c.host(), 0, null, List.of(), false, c.pageBytes(), short_));
        closed = RunningApi.start(
                three,
                c -> new ApiConfig(
                        c.host(), 0, ServerToken.of("token"), List.of(), false, c.pageBytes(), c.patience()));
    }

    @AfterAll
    void stop() {
        api.close();
        impatient.close();
        closed.close();
    }

    private static void assertTooLarge(Reply reply) {
        assertProblem(reply, 413, "too-large");
        assertThat(reply.json().at("/limit").asLong()).isEqualTo(Limits.REQUEST_BYTES_MAX);
    }

    /** Case N05 (b): one byte more than the limit, declared and chunked; the refusal can be read, nothing is stored. */
    @Test
    @Tag("case-N05")
    void aRequestBeyondTheLimitIsRefusedReadably() {
        byte[] more = new byte[Limits.REQUEST_BYTES_MAX + 1];
        long tip = api.log.tipSeq();
        Reply declared = api.postRaw(EVENTS, more, "Content-Type", "application/json");
        assertTooLarge(declared);
        assertThat(declared.json().at("/size").asLong()).isEqualTo(Limits.REQUEST_BYTES_MAX + 1);
        assertTooLarge(api.send(
                "POST",
                EVENTS,
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(more)),
                "Content-Type",
                "application/json"));
        assertThat(api.log.tipSeq()).isEqualTo(tip);
        // At the limit it is read, and then refused for what it is.
        assertProblem(
                api.postRaw(EVENTS, new byte[Limits.REQUEST_BYTES_MAX], "Content-Type", "application/json"),
                400,
                "invalid");
    }

    /** Case N05 (b): who asks first is not told to go on with what will be refused. */
    @Test
    @Tag("case-N05")
    void noContinueIsGivenForWhatWillBeRefused() throws IOException {
        String expecting = POST + "Expect: 100-continue\r\nContent-Length: ";
        assertThat(RawConnection.once(api.port, expecting + (Limits.REQUEST_BYTES_MAX + 1) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 413");
        assertThat(RawConnection.once(closed.port, expecting + "10\r\n\r\n")).startsWith("HTTP/1.1 401");
        assertThat(RawConnection.once(api.port, expecting + "10\r\nContent-Encoding: gzip\r\n\r\n"))
                .startsWith("HTTP/1.1 415");
        try (RawConnection connection = new RawConnection(api.port)) {
            String draft = "{\"type\":\"t\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\"}";
            connection.send(expecting + draft.length() + "\r\n\r\n");
            assertThat(connection.response()).startsWith("HTTP/1.1 100");
            assertThat(connection.send(draft).response()).startsWith("HTTP/1.1 201");
        }
    }

    /** Case N04: packed bodies are refused before a byte is unpacked; without a token, for that. */
    @ParameterizedTest
    @Tag("case-N04")
    @ValueSource(strings = {"gzip", "deflate", "br", "zstd", "gzip, gzip", "x-gzip"})
    void aPackedBodyIsRefusedUnread(String encoding) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(new byte[1 << 20]);
        }
        String[] headers = {"Content-Type", "application/json", "Content-Encoding", encoding};
        assertProblem(api.postRaw(EVENTS, packed.toByteArray(), headers), 415, "unsupported-media-type");
        assertProblem(closed.postRaw(EVENTS, packed.toByteArray(), headers), 401, "unauthorized");
        assertProblem(closed.postRaw("/nowhere", packed.toByteArray(), headers), 401, "unauthorized");
        assertProblem(api.postRaw("/nowhere", packed.toByteArray(), headers), 404, "no-such-route");
    }

    @Test
    void anIdentityEncodingIsNone() {
        byte[] draft = "{\"type\":\"t\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\"}"
                .getBytes(StandardCharsets.UTF_8);
        assertThat(api.postRaw(EVENTS, draft, "Content-Type", "application/json", "Content-Encoding", "identity")
                        .status())
                .isEqualTo(201);
    }

    /** Case N05 (c): headers of 6 kB pass, of 9 and 15 kB get 431, a request line of 20 kB gets 414. */
    @Test
    @Tag("case-N05")
    void longHeadersAndLinesAreRefusedReadably() throws IOException {
        String line = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ";
        assertThat(RawConnection.once(api.port, line + "x".repeat(6_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
        for (int size : new int[] {9_000, 15_000}) {
            String refusal = RawConnection.once(api.port, line + "x".repeat(size) + "\r\n\r\n");
            assertThat(refusal).startsWith("HTTP/1.1 431").contains("urn:meshlog:problem:headers-too-large");
        }
        String target = "GET /" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        assertThat(RawConnection.once(api.port, target))
                .matches("(?s)HTTP/1\\.[01] 414.*")
                .contains("urn:meshlog:problem:uri-too-long");
    }

    @Test
    void whatIsNoHttpIsRefused() throws IOException {
        assertThat(RawConnection.once(api.port, "HELLO\r\n\r\n")).matches("(?s)HTTP/1\\.[01] 400.*");
        assertThat(RawConnection.once(api.port, "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 4");
        assertThat(RawConnection.once(api.port, "GET /healthz?a=%ff HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
    }

    /** Case N05 (a): heads and bodies that trickle, and connections that say nothing, end in time; others are served. */
    @Test
    @Tag("case-N05")
    void slowSendersAreSentAway() throws IOException {
        List<RawConnection> slow = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            slow.add(new RawConnection(impatient.port));
            slow.add(new RawConnection(impatient.port).send("GET /healthz HTTP/1.1\r\nHost: loc"));
            slow.add(new RawConnection(impatient.port).send("\r\n\r\n\r\n"));
        }
        RawConnection body = new RawConnection(impatient.port).send(POST + "Content-Length: 16000000\r\n\r\n{");
        assertThat(impatient.get("/healthz").status()).isEqualTo(200);
        String refusal = body.response();
        assertThat(refusal).startsWith("HTTP/1.1 408").contains("urn:meshlog:problem:too-slow");
        body.close();
        for (RawConnection connection : slow) {
            assertThat(connection.isEnded()).isTrue();
            connection.close();
        }
        assertThat(impatient.get("/healthz").status()).isEqualTo(200);
    }

    @Test
    void anIdleConnectionEndsAndABusyOneIsKept() throws IOException {
        try (RawConnection connection = new RawConnection(impatient.port)) {
            for (int i = 0; i < 5; i++) {
                assertThat(connection
                                .send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                                .response())
                        .startsWith("HTTP/1.1 200");
            }
            assertThat(connection.isEnded()).isTrue();
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws IOException {
        try (RawConnection connection = new RawConnection(api.port)) {
            connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    + "GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    + "GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(connection.response()).startsWith("HTTP/1.1 200").contains("alive");
            assertThat(connection.response()).startsWith("HTTP/1.1 404");
            assertThat(connection.response()).startsWith("HTTP/1.1 200").contains("ready");
        }
    }

    @Test
    void aSmallRefusedBodyDoesNotCostTheConnection() throws IOException {
        try (RawConnection connection = new RawConnection(api.port)) {
            for (int i = 0; i < 3; i++) {
                connection.send("POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello");
                assertThat(connection.response()).startsWith("HTTP/1.1 404");
            }
            connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(connection.response()).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void largeBodiesTogetherAreBoundedAndSmallOnesPassAgainAfterThem() throws IOException {
        byte[] most = new byte[Limits.REQUEST_BYTES_MAX - 1];
        List<RawConnection> large = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            large.add(new RawConnection(api.port)
                    .send(POST + "Content-Length: " + Limits.REQUEST_BYTES_MAX + "\r\n\r\n")
                    .send(most));
        }
        assertThat(RawConnection.once(api.port, POST + "Content-Length: " + Limits.REQUEST_BYTES_MAX + "\r\n\r\n"))
                .startsWith("HTTP/1.1 503")
                .containsIgnoringCase("Retry-After: 1")
                .contains("urn:meshlog:problem:too-many-bodies");
        for (RawConnection connection : large) {
            connection.close();
        }
        await().until(() -> api.send(
                                "POST",
                                EVENTS,
                                BodyPublishers.ofByteArray(new byte[Limits.REQUEST_BYTES_MAX]),
                                "Content-Type",
                                "application/json")
                        .status()
                == 400);
    }
}
