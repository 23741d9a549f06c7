package io.meshlog.sim.cli;

import io.meshlog.sim.report.Shown;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What surrounds a command: its streams, the time, and what is new each time. Output is UTF-8 whatever the locale says,
 * flushed line by line. Confined to the thread of the command.
 */
public final class Terminal {
    private static final int WIDTH = 2_000;
    private static final long PROGRESS_NANOS = 200_000_000;

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean isTerminal;
    private final LongSupplier nanos;
    private final LongSupplier fresh;
    private final String launcher;
    private long progressAt;
    private boolean hasProgress;

    /**
     * @param isTerminal whether a progress line has somebody to read it
     * @param nanos what measures how long things take
     * @param fresh numbers that nobody had before, for seeds that nobody asked for
     * @param launcher how the program was called, before {@code conflict-sim}; empty where nobody says
     */
    public Terminal(
            OutputStream out,
            OutputStream err,
            boolean isTerminal,
            LongSupplier nanos,
            LongSupplier fresh,
            String launcher) {
        this.out = new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), true);
        this.err = new PrintWriter(new OutputStreamWriter(err, StandardCharsets.UTF_8), false);
        this.isTerminal = isTerminal;
        this.nanos = nanos;
        this.fresh = fresh;
        this.launcher = launcher;
    }

    /** Of this process. */
    public static Terminal ofProcess() {
        String launcher = System.getenv("MESHLOG_LAUNCHER");
        return new Terminal(
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                isTerminal(System.console()),
                System::nanoTime,
                new SecureRandom()::nextLong,
                launcher == null ? "" : launcher);
    }

    /** Since Java 22 there is a console without a terminal, and a method that tells. */
    private static boolean isTerminal(@Nullable Console console) {
        if (console == null) {
            return false;
        }
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    /** Whether a progress line has somebody to read it. */
    boolean isTerminal() {
        return isTerminal;
    }

    /** Whether something that was printed did not arrive: a pipe whose reader is gone, a full disk. */
    boolean isOutputLost() {
        return out.checkError();
    }

    /** Milliseconds from some moment in the past. */
    long millis() {
        return nanos.getAsLong() / 1_000_000;
    }

    long fresh() {
        return fresh.getAsLong();
    }

    /** For what prints page after page by itself. */
    PrintWriter out() {
        return out;
    }

    void line(String text) {
        wipe();
        out.print(Shown.line(text, WIDTH) + "\n");
        out.flush();
    }

    /** A JSON document for programs, which has no line breaks of its own. */
    void document(String json) {
        wipe();
        out.print(json + "\n");
        out.flush();
    }

    /** Usage texts and versions, which are ours and end their lines themselves. */
    void page(String text) {
        out.print(text.stripTrailing() + "\n");
        out.flush();
    }

    /** A line on stderr: what went wrong, or what is worth knowing beside the output. */
    void note(String text) {
        wipe();
        err.print("conflict-sim: " + Shown.line(text, WIDTH) + "\n");
        err.flush();
    }

    /** How far it is, on a terminal only, where the next line takes its place. */
    void progress(String text) {
        long now = nanos.getAsLong();
        if (isTerminal && now - progressAt >= PROGRESS_NANOS) {
            progressAt = now;
            hasProgress = true;
            err.print("\r\u001b[K" + Shown.line(text, 100));
            err.flush();
        }
    }

    private void wipe() {
        if (hasProgress) {
            hasProgress = false;
            err.print("\r\u001b[K");
            err.flush();
        }
    }

    /** A command that can be copied into a shell. */
    String command(String... words) {
        StringBuilder command =
                new StringBuilder(launcher.isEmpty() ? "" : quoted(launcher) + " ").append("conflict-sim");
        for (String word : words) {
            command.append(' ').append(quoted(word));
        }
        return command.toString();
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9._/:=+,@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
