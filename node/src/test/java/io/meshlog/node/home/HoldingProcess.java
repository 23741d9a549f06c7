package io.meshlog.node.home;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Another process that opens a directory, says how that went, and holds it until it is killed or told to end. */
final class HoldingProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;

    HoldingProcess(Path directory) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HoldingProcess.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** {@code held}, or the message of the refusal. */
    String said() throws IOException {
        return String.valueOf(out.readLine());
    }

    long pid() {
        return process.pid();
    }

    void kill() {
        process.destroyForcibly().onExit().join();
    }

    void end() throws IOException {
        process.getOutputStream().close();
        process.onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    public static void main(String[] args) throws IOException {
        try (DataDirectory directory = DataDirectory.open(Path.of(args[0]))) {
            directory.lock().listening("127.0.0.1:8787");
            System.out.println("held");
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        } catch (UnfitDirectory e) {
            System.out.println(e.getMessage());
        }
    }
}
