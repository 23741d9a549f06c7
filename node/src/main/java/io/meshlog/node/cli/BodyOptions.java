package io.meshlog.node.cli;

import io.meshlog.op.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The body, byte for byte: nothing is trimmed, no line end is changed or added. */
final class BodyOptions {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(names = "--body", paramLabel = "TEXT", description = "the body")
    private @Nullable String body;

    @Option(names = "--body-file", paramLabel = "FILE", description = "the body, exactly as in the file; - is stdin")
    private @Nullable String file;

    /** The body, or null where none is given. */
    @Nullable
    String text(Terminal terminal) throws CommandFailed {
        boolean both = body != null && file != null;
        if (both && isFlag("--body") == isFlag("--body-file")) {
            throw CommandFailed.usage("--body and --body-file are both given; an event has one body");
        }
        return file == null || both && isFlag("--body") ? body : read(file, terminal.in());
    }

    /** Given on the command line; otherwise it came from the environment, which a flag beats. */
    private boolean isFlag(String option) {
        return command != null && command.commandLine().getParseResult().hasMatchedOption(option);
    }

    private static String read(String file, InputStream stdin) throws CommandFailed {
        String source = file.equals("-") ? "stdin" : file;
        byte[] bytes;
        try (InputStream in = file.equals("-") ? stdin : Files.newInputStream(Path.of(file))) {
            bytes = in.readNBytes(Limits.BODY_BYTES_MAX + 1);
        } catch (IOException e) {
            String reason = e.getClass().getSimpleName();
            throw CommandFailed.usage("--body-file: cannot read " + source + " (" + reason + ")");
        }
        if (bytes.length > Limits.BODY_BYTES_MAX) {
            throw CommandFailed.usage("--body-file: " + source + " has more than the " + Limits.BODY_BYTES_MAX
                    + " bytes that a body may have; put it into an artifact");
        }
        return decoded(bytes, source);
    }

    private static String decoded(byte[] bytes, String source) throws CommandFailed {
        // A new decoder reports what it cannot read and leaves a byte order mark where it is.
        CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            return utf8.decode(in).toString();
        } catch (CharacterCodingException e) {
            throw CommandFailed.usage(
                    "--body-file: " + source + " is not valid UTF-8 at byte " + in.position() + ", counted from 0");
        }
    }
}
