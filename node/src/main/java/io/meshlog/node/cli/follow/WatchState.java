package io.meshlog.node.cli.follow;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.client.Document;
import io.meshlog.node.json.JsonOut;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The file in which a watch remembers how far it came, and for which filters: a cursor says what was examined for them,
 * and for no others. There whole or not at all, also after a power cut. Confined to one thread.
 */
final class WatchState {
    private static final String FORMAT = "meshlog-watch-1";

    private final Path file;
    private final String filters;

    /** @param filters as text; alike for filters that let the same pass */
    WatchState(Path file, String filters) {
        this.file = file.toAbsolutePath();
        this.filters = filters;
    }

    /** Where to go on; null where nothing is remembered. @throws CommandFailed if the file is not of this watch */
    @Nullable
    String read() throws CommandFailed {
        Document state;
        try {
            state = Document.parse(Files.readString(file));
        } catch (NoSuchFileException e) {
            return null;
        } catch (JsonProcessingException e) {
            throw unfit("is no JSON, or only the beginning of it");
        } catch (IOException e) {
            throw unfit(
                    "cannot be read: " + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage()));
        }
        String cursor = state.text("cursor");
        if (!FORMAT.equals(state.text("format")) || cursor == null) {
            throw unfit("is none of this program's, or of another version");
        }
        String theirs = state.text("filters");
        if (!filters.equals(theirs == null ? "" : theirs)) {
            throw unfit("is of a watch with other filters (" + (theirs == null ? "none" : theirs)
                    + "): what those passed over would be lost");
        }
        return cursor;
    }

    private CommandFailed unfit(String why) {
        return CommandFailed.refused(
                "the state file " + file + " " + why + "; move it away to begin at the tip, or name another one");
    }

    /** Durable when it returns. */
    void write(String cursor) throws CommandFailed {
        String text = new JsonOut()
                .text("format", FORMAT)
                .text("filters", filters)
                .text("cursor", cursor)
                .build();
        Path next = file.resolveSibling(file.getFileName() + ".next");
        try {
            try (FileChannel channel = FileChannel.open(
                    next, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
                ByteBuffer content = ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8));
                while (content.hasRemaining()) {
                    channel.write(content);
                }
                channel.force(true);
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw CommandFailed.refused("the state file " + file + " cannot be written: " + e.getMessage()
                    + "; events that are shown from here on would be shown again");
        }
    }
}
