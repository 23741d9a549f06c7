package io.meshlog.node.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way to fail is one line on stderr, nothing on stdout, and its own exit code (spec §9, §11). */
class ExitCodeTest {
    private static final String SECRET = "s3cret-mark";

    private NodeStub node;

    @BeforeEach
    void start() throws IOException {
        node = new NodeStub();
    }

    @AfterEach
    void stop() {
        node.close();
    }

    private static void assertFailed(Ran ran, int code, String said) {
        assertThat(ran.err()).startsWith("meshlog: ").contains(said).hasLineCount(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.code()).isEqualTo(code);
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                arguments(
                        413,
                        """
                        {"type":"urn:meshlog:problem:too-large","title":"Too large","status":413,"detail":"body is long",
                        "field":"body","limit":262144,"size":300000,"index":3}""",
                        "meshlog: Too large: body is long (field body, index 3, limit 262144, size 300000)\n"),
                arguments(400, "{\"title\":\"Invalid\"}", "meshlog: Invalid\n"),
                arguments(
                        400,
                        "{\"title\":\"No\",\"detail\":\"a b\",\"errors\":[{\"detail\":\"a b\"},{\"detail\":\"c d\"}]}",
                        "meshlog: No: a b; also: c d\n"),
                arguments(404, "{\"error\":\"unknown\\n event\"}", "meshlog: unknown\\n event\n"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aProblemIsOneLine(int status, String problem, String line) {
        node.refusing(status, problem);
        assertThat(Ran.at(node).run("list")).isEqualTo(new Ran(1, "", line));
    }

    @Test
    void helpSaysWhatEveryOptionIsInWords() {
        assertThat(Ran.nowhere().run("--help").out())
                .contains("-h, --help")
                .contains("-V, --version")
                .doesNotContain("${");
        assertThat(Ran.nowhere().run("--version").out()).startsWith("meshlog ");
        assertThat(Ran.nowhere().run("watch", "--help").out()).doesNotContain("${");
    }

    @Test
    void aBusyNodeSaysWhenToComeAgain() {
        node.answering(503, Map.of("Retry-After", "4"), "{\"detail\":\"the disk is full\"}");
        assertFailed(Ran.at(node).run("list"), 1, "the disk is full; try again in 4 s");
    }

    @Test
    void aMissingTokenNamesItsVariables() {
        node.refusing(401, "{\"title\":\"Unauthorized\"}");
        Ran.Setting setting = Ran.at(node).with("MESHLOG_TOKEN", SECRET);
        Ran ran = setting.run("status");
        assertFailed(ran, 1, "set MESHLOG_TOKEN or MESHLOG_TOKEN_FILE");
        assertThat(ran.err()).doesNotContain(SECRET);
        assertThat(node.onlyRequest().authorization()).isEqualTo("Bearer " + SECRET);
    }

    static Stream<Arguments> strangers() {
        return Stream.of(
                arguments(200, "text/html", "<html>Welcome to our guest network", "answered 200 with text/html"),
                arguments(502, "text/html", "<html>Bad gateway", "answered 502 with text/html"),
                arguments(200, "application/json", "{\"events\":[", "answered 200 with application/json"),
                arguments(200, "application/json", "[]", "answered 200 with application/json"),
                arguments(200, "application/json", "{} {}", "answered 200 with application/json"),
                arguments(500, "application/json", "{}", "answered 500 with application/json"),
                arguments(204, "", "", "answered 204"));
    }

    @ParameterizedTest
    @MethodSource("strangers")
    void whatIsNoNodeIsNotBelieved(int status, String type, String body, String said) {
        node.answering(status, Map.of("Content-Type", type), body);
        assertFailed(Ran.at(node).run("list", "--json"), 1, said);
    }

    @Test
    void aTokenFollowsNoRedirect() {
        node.answering(302, Map.of("Location", "/elsewhere"), "");
        assertFailed(Ran.at(node).with("MESHLOG_TOKEN", SECRET).run("list"), 1, "redirects are not followed");
        assertThat(node.requests()).hasSize(1);
    }

    @Test
    void nobodyThereIsUnreachable() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        assertFailed(Ran.nowhere().run("list", "--url", "http://127.0.0.1:" + port), 69, "connection refused");
        assertFailed(Ran.nowhere().run("list", "--url", "http://no.such.invalid"), 69, "no.such.invalid is not known");
    }

    @Test
    void aConnectionThatEndsEarlyIsUnreachable() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread hangsUp = new Thread(() -> {
                try {
                    listening.accept().close();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            hangsUp.start();
            assertFailed(
                    Ran.nowhere().run("sync", "--url", "http://127.0.0.1:" + listening.getLocalPort()),
                    69,
                    "the node may have done what it was asked");
            hangsUp.join();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nonsense                         | Unmatched argument at index 0: 'nonsense'; see meshlog --help",
                "list --nonsense                  | Unknown option: '--nonsense'",
                "list --limit x                   | Invalid value for option '--limit': 'x' is not an int",
                "list --limit                     | Missing required parameter",
                "list --cursor a --cursor b       | should be specified only once",
                "list --token x                   | Unknown option",
                "list --url ftp://x               | does not start with http:// or https://",
                "list --url http://x/?token=1     | without query",
                "list --url http://u:pw@x         | must hold no credentials",
                "append --stream s --room r       | Missing required option: '--type=TYPE'; see meshlog append --help",
            })
    void aWrongCommandLineIsUsage(String args, String said) {
        assertFailed(Ran.nowhere().run(args.split(" ")), 64, said);
    }

    @Test
    void aPasswordInAUrlIsNotRepeated() {
        assertThat(Ran.nowhere()
                        .run("list", "--url", "http://u:" + SECRET + " @x")
                        .err())
                .doesNotContain(SECRET);
    }

    @Test
    void noCommandIsUsage() {
        assertFailed(Ran.nowhere().run(), 64, "Missing required subcommand; see meshlog --help");
    }

    @Test
    void helpAndVersionAreDone() {
        Ran version = Ran.nowhere().run("--version");
        assertThat(version.code()).isZero();
        assertThat(version.lines()).hasSize(3);
        assertThat(version.lines().get(0)).matches("meshlog \\d+\\.\\d+\\.\\d+.*");
        assertThat(version.lines().get(1)).startsWith("Java " + System.getProperty("java.version"));
        assertThat(version.lines().get(2)).matches("SQLite 3\\.\\d+\\.\\d+");
        for (String[] args : new String[][] {{"--help"}, {"append", "--help"}, {"list", "-h"}, {"sync", "--help"}}) {
            Ran help = Ran.nowhere()
                    .with("MESHLOG_HELP", "x")
                    .with("MESHLOG_VERSION", "2")
                    .run(args);
            assertThat(help.code()).isZero();
            assertThat(help.out()).startsWith("Usage: meshlog ");
        }
    }
}
