package io.meshlog.node.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A bearer token, from the environment or a file; never from a command line, where every user of the machine can
 * read it. No error shows it.
 */
public final class Token {
    private static final int LENGTH_MAX = 4096;

    private Token() {}

    /** Of the client: {@code MESHLOG_TOKEN}, else what {@code MESHLOG_TOKEN_FILE} names, else null. */
    public static @Nullable String ofClient(Terminal terminal) throws CommandFailed {
        String token = terminal.variable("MESHLOG_TOKEN");
        if (token != null) {
            return checked(token, "MESHLOG_TOKEN");
        }
        String file = terminal.variable("MESHLOG_TOKEN_FILE");
        return file == null ? null : inFile(Path.of(file), "MESHLOG_TOKEN_FILE");
    }

    /**
     * The one token that a file holds, without the line end behind it.
     *
     * @param source what named the file, for the error
     */
    public static String inFile(Path file, String source) throws CommandFailed {
        try (InputStream in = Files.newInputStream(file)) {
            String content = new String(in.readNBytes(LENGTH_MAX + 2), StandardCharsets.UTF_8);
            return checked(content, source + " " + file);
        } catch (IOException e) {
            throw CommandFailed.usage(
                    source + ": cannot read " + file + " (" + e.getClass().getSimpleName() + ")");
        }
    }

    private static String checked(String text, String source) throws CommandFailed {
        String token = text.strip();
        if (token.isEmpty() || token.length() > LENGTH_MAX) {
            throw CommandFailed.usage(source + ": expected a token of 1 to " + LENGTH_MAX + " characters");
        }
        if (!token.chars().allMatch(c -> c > 0x20 && c < 0x7f)) {
            throw CommandFailed.usage(source + ": a token is one word of printable ASCII; this is not");
        }
        return token;
    }
}
