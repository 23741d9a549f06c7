package io.meshlog.node;

import io.meshlog.node.cli.Durations;
import io.meshlog.node.cli.EnvironmentDefaults;
import io.meshlog.node.cli.FromVariable;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of a node that runs (spec §11), as a mixin; {@link #check} first. Reads no file. */
public final class ServeOptions {
    private static final Duration SYNC_INTERVAL_MIN = Duration.ofMillis(100);
    private static final Duration SYNC_INTERVAL_MAX = Duration.ofDays(1);
    private static final String LISTEN_DEFAULT = "127.0.0.1:8787";
    private static final String SYNC_INTERVAL_DEFAULT = "30s";
    private static final int NAME_CODE_POINTS_MAX = 128;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(names = "--data", paramLabel = "DIR", description = "the data directory (~/.meshlog)")
    private @Nullable Path data;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            defaultValue = LISTEN_DEFAULT,
            converter = ListenAddress.Converter.class,
            description = "where to listen (" + LISTEN_DEFAULT + "); port 0 is any free one")
    private ListenAddress listen = new ListenAddress("127.0.0.1", 8787, true);

    @Option(
            names = "--peer",
            paramLabel = "URL",
            split = EnvironmentDefaults.BETWEEN,
            splitSynopsisLabel = "",
            description = "a peer to exchange with; repeat for more")
    private @Nullable List<String> peers;

    @Option(names = "--peers-file", paramLabel = "FILE", description = "peers with their tokens; re-read on change")
    private @Nullable Path peersFile;

    @Option(names = "--name", paramLabel = "NAME", description = "what this node calls itself")
    private @Nullable String name;

    @Option(names = "--mesh", paramLabel = "NAME", description = "the mesh; nodes of another one are refused")
    private @Nullable String mesh;

    @Option(
            names = "--sync-interval",
            paramLabel = "TIME",
            defaultValue = SYNC_INTERVAL_DEFAULT,
            converter = Durations.class,
            description = "between two rounds with a peer (" + SYNC_INTERVAL_DEFAULT + ")")
    private Duration syncInterval = Duration.ofSeconds(30);

    @Option(names = "--read-only", fallbackValue = "true", description = "refuse every change")
    private boolean readOnly;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "what clients must show; else MESHLOG_SERVE_TOKEN_FILE")
    @FromVariable("MESHLOG_SERVE_TOKEN_FILE")
    private @Nullable Path tokenFile;

    @Option(names = "--peer-token-file", paramLabel = "FILE", description = "what is shown to the peers of --peer")
    private @Nullable Path peerTokenFile;

    @Option(names = "--tls-cert", paramLabel = "FILE", description = "not in this version")
    private @Nullable Path tlsCert;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "not in this version")
    private @Nullable Path tlsKey;

    @Option(
            names = "--allow-host",
            paramLabel = "NAME",
            split = EnvironmentDefaults.BETWEEN,
            splitSynopsisLabel = "",
            description = "a Host name that requests may carry, or a link-local peer; repeat for more")
    private @Nullable List<String> allowHosts;

    private final List<URI> peerUrls = new ArrayList<>();

    /**
     * What no single option can tell of itself.
     *
     * @throws ParameterException one line, for exit code 64
     */
    public void check() {
        peerUrls.clear();
        for (String peer : peers == null ? List.<String>of() : peers) {
            try {
                peerUrls.add(PeerAddress.parse(peer, allowHosts()));
            } catch (URISyntaxException e) {
                throw wrong("--peer: " + e.getReason());
            }
        }
        if ((tlsCert == null) != (tlsKey == null)) {
            throw wrong("--tls-cert and --tls-key belong together; " + (tlsCert == null ? "the first" : "the second")
                    + " is missing");
        }
        if (tlsCert != null) {
            throw wrong("--tls-cert, --tls-key: this version serves no TLS yet; put a TLS proxy in front of it");
        }
        if (syncInterval.compareTo(SYNC_INTERVAL_MIN) < 0 || syncInterval.compareTo(SYNC_INTERVAL_MAX) > 0) {
            throw wrong("--sync-interval: expected 100ms to 1d");
        }
        checkName("--name", name);
        checkName("--mesh", mesh);
    }

    private void checkName(String option, @Nullable String value) {
        if (value != null
                && (value.isBlank()
                        || value.codePointCount(0, value.length()) > NAME_CODE_POINTS_MAX
                        || value.codePoints().anyMatch(Character::isISOControl))) {
            throw wrong(option + ": expected 1 to " + NAME_CODE_POINTS_MAX + " characters without controls");
        }
    }

    private ParameterException wrong(String line) {
        if (command == null) {
            throw new IllegalStateException("expected to be a mixin of a command");
        }
        return new ParameterException(command.commandLine(), line);
    }

    /** A leading {@code ~/}, which no shell expands inside a variable, is the home directory. */
    public Path data() {
        Path home = Path.of(System.getProperty("user.home"));
        if (data == null) {
            return home.resolve(".meshlog");
        }
        return data.startsWith("~") ? home.resolve(Path.of("~").relativize(data)) : data;
    }

    public ListenAddress listen() {
        return listen;
    }

    /** Of {@code --peer}, in order; filled by {@link #check}. */
    public List<URI> peers() {
        return List.copyOf(peerUrls);
    }

    public @Nullable Path peersFile() {
        return peersFile;
    }

    public @Nullable String name() {
        return name;
    }

    public @Nullable String mesh() {
        return mesh;
    }

    public Duration syncInterval() {
        return syncInterval;
    }

    public boolean readOnly() {
        return readOnly;
    }

    /** The tokens that this server takes. */
    public @Nullable Path tokenFile() {
        return tokenFile;
    }

    /** The token for the peers of {@link #peers}. */
    public @Nullable Path peerTokenFile() {
        return peerTokenFile;
    }

    /** Never null; empty where none is named. */
    public List<String> allowHosts() {
        return allowHosts == null ? List.of() : allowHosts;
    }
}
