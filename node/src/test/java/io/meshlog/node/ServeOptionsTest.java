package io.meshlog.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.cli.CommandShell;
import io.meshlog.node.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The options of {@code serve} (spec §8, §11): what is wrong is one line and exit code 64. */
class ServeOptionsTest {
    private static final Path HOME = Path.of(System.getProperty("user.home"));

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Command(name = "serve")
    static final class Serve implements Callable<Integer> {
        @Mixin
        private ServeOptions options = new ServeOptions();

        @Override
        public Integer call() {
            options.check();
            return 0;
        }
    }

    private ServeOptions parsed(Map<String, String> environment, String... args) {
        Serve serve = new Serve();
        assertThat(run(serve, environment, args))
                .as(err.toString(StandardCharsets.UTF_8))
                .isZero();
        return serve.options;
    }

    private int run(Serve serve, Map<String, String> environment, String... args) {
        Terminal terminal = new Terminal(environment, InputStream.nullInputStream(), err, err);
        String[] all = new String[args.length + 1];
        all[0] = "serve";
        System.arraycopy(args, 0, all, 1, args.length);
        return new CommandShell(terminal, List.of(serve)).run(all);
    }

    @Test
    void aloneItIsPrivateAndOnLoopback() {
        ServeOptions options = parsed(Map.of());
        assertThat(options.data()).isEqualTo(HOME.resolve(".meshlog"));
        assertThat(options.listen()).isEqualTo(new ListenAddress("127.0.0.1", 8787, true));
        assertThat(options.peers()).isEmpty();
        assertThat(options.peersFile()).isNull();
        assertThat(options.name()).isNull();
        assertThat(options.mesh()).isNull();
        assertThat(options.syncInterval()).isEqualTo(Duration.ofSeconds(30));
        assertThat(options.readOnly()).isFalse();
        assertThat(options.tokenFile()).isNull();
        assertThat(options.peerTokenFile()).isNull();
        assertThat(options.allowHosts()).isEmpty();
    }

    @Test
    void takesEveryFlag() {
        ServeOptions options = parsed(
                Map.of(),
                "--data=/d",
                "--listen=[::1]:0",
                "--peer=http://a:1/",
                "--peer=https://b/x,y",
                "--peers-file=/p",
                "--name=n m",
                "--mesh=é",
                "--sync-interval=500ms",
                "--read-only",
                "--token-file=/t",
                "--peer-token-file=/pt",
                "--allow-host=h1",
                "--allow-host=h2");
        assertThat(options.data()).isEqualTo(Path.of("/d"));
        assertThat(options.listen())
                .isEqualTo(new ListenAddress("::1", 0, true))
                .hasToString("[::1]:0");
        assertThat(options.peers()).containsExactly(URI.create("http://a:1"), URI.create("https://b/x,y"));
        assertThat(options.peersFile()).isEqualTo(Path.of("/p"));
        assertThat(options.name()).isEqualTo("n m");
        assertThat(options.mesh()).isEqualTo("é");
        assertThat(options.syncInterval()).isEqualTo(Duration.ofMillis(500));
        assertThat(options.readOnly()).isTrue();
        assertThat(options.tokenFile()).isEqualTo(Path.of("/t"));
        assertThat(options.peerTokenFile()).isEqualTo(Path.of("/pt"));
        assertThat(options.allowHosts()).containsExactly("h1", "h2");
    }

    @Test
    void takesEveryVariable() {
        ServeOptions options = parsed(Map.of(
                "MESHLOG_DATA", "~/d",
                "MESHLOG_LISTEN", "0.0.0.0:1",
                "MESHLOG_PEER", "http://a,http://b",
                "MESHLOG_SYNC_INTERVAL", "5m",
                "MESHLOG_READ_ONLY", "true",
                "MESHLOG_TOKEN_FILE", "/of-the-client",
                "MESHLOG_SERVE_TOKEN_FILE", "/of-the-server",
                "MESHLOG_PEER_TOKEN_FILE", "/of-the-peers"));
        assertThat(options.data()).isEqualTo(HOME.resolve("d"));
        assertThat(options.listen()).isEqualTo(new ListenAddress("0.0.0.0", 1, false));
        assertThat(options.peers()).containsExactly(URI.create("http://a"), URI.create("http://b"));
        assertThat(options.syncInterval()).isEqualTo(Duration.ofMinutes(5));
        assertThat(options.readOnly()).isTrue();
        assertThat(options.tokenFile()).isEqualTo(Path.of("/of-the-server"));
        assertThat(options.peerTokenFile()).isEqualTo(Path.of("/of-the-peers"));
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:8787, true",
        "127.9.9.9:1, true",
        "localhost:65535, true",
        "[::1]:0, true",
        "[::ffff:127.0.0.1]:1, true",
        "0.0.0.0:1, false",
        "[::]:1, false",
        "node-1:1, false",
        "10.0.0.1:1, false"
    })
    void knowsWhatOnlyThisMachineReaches(String text, boolean loopback) {
        assertThat(parsed(Map.of(), "--listen", text).listen().isLoopback()).isEqualTo(loopback);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--listen 8787                      | '--listen': '8787' is no address such as",
                "--listen :8787                     | is no address such as",
                "--listen ::1:8787                  | is no address such as",
                "--listen 127.0.0.1:65536           | no port from 0 to 65535",
                "--listen 127.0.0.256:1             | no valid IP address",
                "--listen [::x]:1                   | is no address such as",
                "--listen [1::2::3]:1               | no valid IP address",
                "--peer ftp://a                     | --peer: 'ftp://a' does not start with http",
                "--peer http://169.254.169.254      | allow it by name: --allow-host 169.254.169.254",
                "--sync-interval soon               | 'soon' is no duration such as",
                "--sync-interval 0s                 | --sync-interval: expected 100ms to 1d",
                "--sync-interval 2d                 | --sync-interval: expected 100ms to 1d",
                "--tls-cert c                       | the second is missing",
                "--tls-key k                        | the first is missing",
                "--tls-cert c --tls-key k           | serves no TLS yet",
                "--name=                            | --name: expected 1 to 128 characters",
                "--token s3cret                     | Unknown option",
            })
    void aWrongValueIsOneLine(String args, String said) {
        assertThat(run(new Serve(), Map.of(), args.trim().split(" "))).isEqualTo(64);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("meshlog: ")
                .contains(said)
                .hasLineCount(1);
    }

    @Test
    void aLinkLocalPeerMayBeAllowedByName() {
        assertThat(parsed(Map.of(), "--peer=http://169.254.1.2:1", "--allow-host=169.254.1.2")
                        .peers())
                .hasSize(1);
    }
}
