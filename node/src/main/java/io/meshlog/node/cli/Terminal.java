package io.meshlog.node.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What surrounds a command: its environment and its streams. Output is UTF-8 whatever the locale says, flushed
 * line by line. Confined to the thread of the command.
 */
public final class Terminal {
    private final Map<String, String> environment;
    private final InputStream in;
    private final OutputStream out;
    private final OutputStream err;

    public Terminal(Map<String, String> environment, InputStream in, OutputStream out, OutputStream err) {
        this.environment = environment;
        this.in = in;
        this.out = out;
        this.err = err;
    }

    /** Of this process. */
    public static Terminal ofProcess() {
        return new Terminal(
                System.getenv(),
                System.in,
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err));
    }

    /** The variable's value; an empty one counts as not set, as it does in files that list every variable. */
    public @Nullable String variable(String name) {
        String value = environment.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    public InputStream in() {
        return in;
    }

    /** A line for people, with everything escaped that a terminal must not get. */
    public void line(String text) throws CommandFailed {
        write(Visible.text(text));
    }

    /** A JSON document for programs, on one line. */
    public void document(String json) throws CommandFailed {
        write(Visible.json(json));
    }

    /** Content as it is, with nothing escaped and nothing added. */
    public void content(byte[] bytes) throws CommandFailed {
        try {
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            throw closed(e);
        }
    }

    /** A line on stderr: what went wrong, or what is worth knowing beside the output. */
    public void note(String text) {
        try {
            err.write((Visible.text("meshlog: " + text) + "\n").getBytes(StandardCharsets.UTF_8));
            err.flush();
        } catch (IOException e) {
            // Nobody is left to be told.
        }
    }

    /** Usage texts and versions, which are ours and end their lines themselves. */
    void page(String text) throws CommandFailed {
        write(text.stripTrailing());
    }

    private void write(String text) throws CommandFailed {
        try {
            out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            throw closed(e);
        }
    }

    /** A reader that has enough, as head has, is told nothing. */
    private static CommandFailed closed(IOException e) {
        boolean enough = "Broken pipe".equals(e.getMessage());
        return CommandFailed.refused(enough ? "" : "stdout takes no more: " + e.getMessage());
    }
}
