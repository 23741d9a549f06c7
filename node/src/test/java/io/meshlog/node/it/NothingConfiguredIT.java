package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With nothing configured: loopback only, no outbound connection, no other process, no credential (spec §5.5, §8). */
class NothingConfiguredIT {
    private static final String LISTENING = "0A";
    private static final List<String> LOOPBACK = List.of("0100007F", "0000000000000000FFFF00000100007F");

    @TempDir
    Path dir;

    /** One line of the kernel's socket tables. @param port local, in hex */
    private record Socket(String table, String address, String port, String state) {}

    @Test
    void aNodeByItselfListensOnLoopbackAndCallsNobody() throws IOException {
        assumeThat(Path.of("/proc/self/net/tcp")).exists();
        try (ChildNode node = ChildNode.start(dir.resolve("a"))) {
            assertThat(node.append("no credential").statusCode()).isEqualTo(201);
            assertThat(node.getJson("/sync/peers").path("peers")).isEmpty();
            List<Socket> sockets = sockets(node.process());
            List<Socket> listening =
                    sockets.stream().filter(s -> s.state().equals(LISTENING)).toList();
            assertThat(listening).hasSize(1);
            assertThat(listening.get(0).address()).isIn(LOOPBACK);
            // What is not the listening socket was accepted by it: it has its port. A dialled one has another.
            assertThat(sockets).allMatch(s -> s.port().equals(listening.get(0).port()));
            assertThat(node.process().children()).isEmpty();
            node.stop();
        }
    }

    /** What the test above looks for is there to be seen where a node does call someone. */
    @Test
    void aNodeWithAPeerIsSeenToCallIt() throws IOException {
        assumeThat(Path.of("/proc/self/net/tcp")).exists();
        try (NodeUnderTest peer = new NodeUnderTest(dir.resolve("peer"));
                ChildNode node = ChildNode.start(dir.resolve("a"), "--peer", peer.url())) {
            String own =
                    String.format(Locale.ROOT, "%04X", URI.create(node.url()).getPort());
            await().until(() ->
                    sockets(node.process()).stream().anyMatch(s -> !s.port().equals(own)));
        }
    }

    private static List<Socket> sockets(ProcessHandle process) throws IOException {
        Path proc = Path.of("/proc", Long.toString(process.pid()));
        TreeSet<String> inodes = new TreeSet<>();
        try (Stream<Path> files = Files.list(proc.resolve("fd"))) {
            for (Path file : files.toList()) {
                String target = Files.readSymbolicLink(file).toString();
                if (target.startsWith("socket:[")) {
                    inodes.add(target.substring(8, target.length() - 1));
                }
            }
        }
        List<Socket> sockets = new ArrayList<>();
        for (String table : List.of("tcp", "tcp6", "udp", "udp6")) {
            for (String line : Files.readAllLines(proc.resolve("net").resolve(table))) {
                String[] columns = line.strip().split("\\s+", -1);
                if (columns.length > 9 && inodes.contains(columns[9])) {
                    String[] local = columns[1].split(":", -1);
                    sockets.add(new Socket(table, local[0], local[1], columns[3]));
                }
            }
        }
        return sockets;
    }
}
