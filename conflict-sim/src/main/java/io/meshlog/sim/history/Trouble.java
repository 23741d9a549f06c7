package io.meshlog.sim.history;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What is wrong with a file, in words for people who do not know what it is read with. */
public final class Trouble {
    private static final int LENGTH_MAX = 200;

    private Trouble() {}

    /** On one line, without the name of the file. */
    public static String with(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file";
        } else if (e instanceof AccessDeniedException) {
            return "access is denied";
        } else if (e instanceof NotDirectoryException || e instanceof FileAlreadyExistsException) {
            return "what stands there is no directory";
        } else if (e instanceof CharacterCodingException) {
            return "it is not UTF-8";
        } else if (e instanceof FileSystemException of) {
            return said(of.getReason());
        }
        return said(e.getMessage());
    }

    private static String said(@Nullable String text) {
        String first = text == null ? "" : text.lines().findFirst().orElse("").strip();
        if (first.isEmpty()) {
            return "nothing is said about why";
        }
        // In the middle of a sentence: Is a directory, No space left on device.
        boolean isSentence = first.length() > 1 && Character.isLowerCase(first.charAt(1));
        String words = isSentence ? first.substring(0, 1).toLowerCase(Locale.ROOT) + first.substring(1) : first;
        return JsonPart.shortened(words, LENGTH_MAX);
    }
}
