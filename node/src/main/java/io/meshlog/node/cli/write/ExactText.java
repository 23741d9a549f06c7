package io.meshlog.node.cli.write;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.op.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A file or stdin as text, byte for byte: nothing is trimmed, no line end is changed or added. */
public final class ExactText {
    private ExactText() {}

    /** An artifact's content, in the file that the parameter {@code FILE} names. */
    public static String content(String file, InputStream stdin) throws CommandFailed {
        return read("FILE", file, stdin, Limits.ARTIFACT_BYTES_MAX, "an artifact may have");
    }

    /**
     * @param of what names the file: an option or a parameter
     * @param file {@code -} is stdin
     * @param tooLarge what to say of more bytes than that
     */
    static String read(String of, String file, InputStream stdin, int bytesMax, String tooLarge) throws CommandFailed {
        String source = file.equals("-") ? "stdin" : file;
        byte[] bytes;
        try (InputStream in = file.equals("-") ? stdin : Files.newInputStream(Path.of(file))) {
            bytes = in.readNBytes(bytesMax + 1);
        } catch (IOException | InvalidPathException e) {
            String reason = e.getClass().getSimpleName();
            throw CommandFailed.usage(of + ": cannot read " + source + " (" + reason + ")");
        }
        if (bytes.length > bytesMax) {
            throw CommandFailed.usage(
                    of + ": " + source + " has more than the " + bytesMax + " bytes that " + tooLarge);
        }
        return decoded(of, bytes, source);
    }

    private static String decoded(String of, byte[] bytes, String source) throws CommandFailed {
        // A new decoder reports what it cannot read and leaves a byte order mark where it is.
        CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            return utf8.decode(in).toString();
        } catch (CharacterCodingException e) {
            throw CommandFailed.usage(
                    of + ": " + source + " is not valid UTF-8 at byte " + in.position() + ", counted from 0");
        }
    }
}
