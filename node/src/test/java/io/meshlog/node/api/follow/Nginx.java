package io.meshlog.node.api.follow;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An nginx in front of a node, as it comes: it gathers, packs, and cuts off what is quiet. */
final class Nginx implements AutoCloseable {
    private static final List<Path> PROGRAMS = List.of(Path.of("/usr/sbin/nginx"), Path.of("/usr/bin/nginx"));

    final int port;
    private final Process process;

    private Nginx(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Null where there is none. */
    static @Nullable Path program() {
        return PROGRAMS.stream().filter(Files::isExecutable).findFirst().orElse(null);
    }

    /** @param more directives of its location */
    static Nginx before(int node, Path program, Path directory, String more) throws IOException {
        Files.createDirectories(directory);
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        // Buffering is its default, and so is a read timeout of 60 s.
        Path conf = Files.writeString(directory.resolve("nginx.conf"), """
                daemon off;
                master_process off;
                pid %1$s/pid;
                error_log stderr;
                events {}
                http {
                  access_log off;
                  client_body_temp_path %1$s/body;
                  proxy_temp_path %1$s/proxy;
                  fastcgi_temp_path %1$s/fastcgi;
                  uwsgi_temp_path %1$s/uwsgi;
                  scgi_temp_path %1$s/scgi;
                  gzip on;
                  gzip_proxied any;
                  gzip_types text/plain application/json;
                  gzip_min_length 1;
                  server {
                    listen 127.0.0.1:%2$s;
                    location / { proxy_pass http://127.0.0.1:%3$s; %4$s }
                  }
                }
                """.formatted(
                        directory, Integer.toString(port), Integer.toString(node), more));
        Process process = new ProcessBuilder(program.toString(), "-p", directory.toString(), "-c", conf.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        Nginx nginx = new Nginx(process, port);
        await().atMost(Duration.ofSeconds(30)).until(nginx::listens);
        return nginx;
    }

    private boolean listens() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
