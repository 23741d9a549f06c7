package io.meshlog.sim.cli;

import io.meshlog.sim.history.Trouble;
import io.meshlog.sim.history.WholeFile;
import java.io.IOException;
import java.nio.file.Path;

/** Whether results can be written, asked before the first run: an hour's result must not be lost to a wrong name. */
final class Writable {
    private Writable() {}

    /** @param option as the complaint calls it */
    static void file(String option, Path file) throws CommandFailed {
        try {
            WholeFile.tryOut(file);
        } catch (IOException e) {
            throw cannot(option, file, e);
        }
    }

    /** @param option as the complaint calls it @param directory where files are going to be put; made when one is */
    static void directory(String option, Path directory) throws CommandFailed {
        try {
            WholeFile.tryOutDirectory(directory);
        } catch (IOException e) {
            throw cannot(option, directory, e);
        }
    }

    static CommandFailed cannot(String option, Path path, IOException e) {
        return CommandFailed.usage(option + " " + path + " cannot be written: " + Trouble.with(e));
    }
}
