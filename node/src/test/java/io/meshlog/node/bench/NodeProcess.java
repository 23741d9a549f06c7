package io.meshlog.node.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A node in a process of its own, with the launcher's flags: its memory and its sockets are nobody else's. */
final class NodeProcess implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("meshlog ready .* listen=\\S+:(\\d+) .*");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    private final Process process;
    private final int port;

    private NodeProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static NodeProcess start(Path data) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xms32m",
                "-Xmx256m",
                "-XX:-UsePerfData",
                "-Dvertx.disableDnsResolver=true",
                "-classpath",
                System.getProperty("java.class.path"),
                "io.meshlog.node.Main",
                "serve",
                "--data",
                data.toString(),
                "--listen",
                "127.0.0.1:0"));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        Matcher ready = READY.matcher(String.valueOf(line));
        if (!ready.matches()) {
            process.destroyForcibly();
            throw new IllegalStateException("the node did not start: " + line);
        }
        return new NodeProcess(process, Integer.parseInt(ready.group(1)));
    }

    int port() {
        return port;
    }

    /** Resident memory, in MiB; 0 where the system does not tell. */
    long residentMebibytes() throws IOException {
        Path status = Path.of("/proc/" + process.pid() + "/status");
        if (!Files.isReadable(status)) {
            return 0;
        }
        Matcher resident = RESIDENT.matcher(Files.readString(status));
        return resident.find() ? Long.parseLong(resident.group(1)) >> 10 : 0;
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
            process.destroyForcibly();
        }
    }
}
