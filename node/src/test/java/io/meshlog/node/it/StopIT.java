package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("§11 a node that is told to stop in the middle of a round says nothing of it")
final class StopIT {
    @TempDir
    Path directory;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private HttpServer peer;

    @AfterEach
    void stop() {
        over.countDown();
        peer.stop(0);
    }

    @RepeatedTest(2)
    void nothingButInformationIsLoggedWhenItStopsWhileAPeerIsSilent() throws Exception {
        peer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4);
        peer.setExecutor(Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "silent peer");
            thread.setDaemon(true);
            return thread;
        }));
        peer.createContext("/", exchange -> {
            asked.countDown();
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        peer.start();

        Process node = ChildNode.run(
                directory.resolve("node"),
                "--peer",
                "http://127.0.0.1:" + peer.getAddress().getPort());
        try {
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(node.getInputStream(), StandardCharsets.UTF_8));
            assertThat(out.readLine()).startsWith("meshlog ready ");
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
            // By its handle: else its streams would be closed with it.
            node.toHandle().destroy();
            assertThat(node.waitFor(5, TimeUnit.SECONDS)).isTrue();
            assertThat(ChildNode.errors(node).lines()).allMatch(line -> line.startsWith("INFO "));
        } finally {
            node.destroyForcibly();
        }
    }
}
