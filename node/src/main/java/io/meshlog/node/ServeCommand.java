package io.meshlog.node;

import io.meshlog.node.api.http.ApiConfig;
import io.meshlog.node.api.http.ServerToken;
import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.ExitCode;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.Token;
import io.meshlog.node.home.UnfitDirectory;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.node.sync.PeerConfig;
import io.meshlog.op.Limits;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code serve}: runs a node until it is told to stop. */
@Command(
        name = "serve",
        description = "Runs a node: by itself a private replica in ~/.meshlog on 127.0.0.1:8787, which calls nobody.")
final class ServeCommand implements Callable<Integer> {
    @Mixin
    private ServeOptions options = new ServeOptions();

    private final Terminal terminal;

    ServeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandFailed {
        options.check();
        NodeConfig config = config();
        Node node;
        try {
            node = Node.start(config);
        } catch (UnfitDirectory e) {
            throw CommandFailed.refused(firstLine(e));
        } catch (StoreException | NodeException e) {
            throw CommandFailed.refused(firstLine(e));
        }
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            node.close();
                            stopped.countDown();
                        },
                        "meshlog-stop"));
        Node.Started started = node.started();
        ListenAddress listen = new ListenAddress(
                options.listen().host(), started.port(), options.listen().isLoopback());
        terminal.line("meshlog ready replica=" + started.replica() + " listen=" + listen + " data=" + config.data()
                + " new=" + started.isNew());
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.DONE;
    }

    private NodeConfig config() throws CommandFailed {
        ApiConfig api = new ApiConfig(
                options.listen().host(),
                options.listen().port(),
                serverToken(),
                options.allowHosts(),
                options.readOnly(),
                Limits.PAGE_BYTES_MAX,
                ApiConfig.Patience.DEFAULT);
        Path data = options.data().toAbsolutePath().normalize();
        return new NodeConfig(data, api, peers(), options.mesh(), options.name(), options.syncInterval());
    }

    private @Nullable ServerToken serverToken() throws CommandFailed {
        Path file = options.tokenFile();
        return file == null ? null : ServerToken.of(Token.inFile(file, "--token-file"));
    }

    private List<PeerConfig> peers() throws CommandFailed {
        List<PeerConfig> peers = new ArrayList<>();
        Path tokenFile = options.peerTokenFile();
        String token = tokenFile == null ? null : Token.inFile(tokenFile, "--peer-token-file");
        for (URI url : options.peers()) {
            add(peers, new PeerConfig(PeersFile.Peer.nameOf(url), url, token));
        }
        Path file = options.peersFile();
        if (file != null) {
            try {
                for (PeersFile.Peer peer : PeersFile.read(file, options.allowHosts())) {
                    add(peers, new PeerConfig(peer.name(), peer.url(), peer.token()));
                }
            } catch (PeersFile.Invalid e) {
                throw CommandFailed.usage("--peers-file: " + e.getMessage());
            }
        }
        return peers;
    }

    /** A peer that is given twice is one peer. */
    private static void add(List<PeerConfig> peers, PeerConfig peer) {
        boolean known = peers.stream()
                .anyMatch(p -> p.url().equals(peer.url()) || p.name().equals(peer.name()));
        if (!known) {
            peers.add(peer);
        }
    }

    private static String firstLine(RuntimeException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
    }
}
