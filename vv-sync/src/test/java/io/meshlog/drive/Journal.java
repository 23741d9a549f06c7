package io.meshlog.drive;

import java.util.ArrayList;
import java.util.List;

/** What happened, line by line; a line that is said to fail is written and then throws. */
final class Journal {
    private final List<String> lines = new ArrayList<>();
    private String failing = "\0";

    /** What a log or a host throws. */
    static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1;

        Broken(String line) {
            super(line);
        }
    }

    void write(String line) {
        lines.add(line);
        if (line.startsWith(failing)) {
            throw new Broken(line);
        }
    }

    /** From now on every line that starts so throws. */
    void fail(String start) {
        failing = start;
    }

    void heal() {
        failing = "\0";
    }

    /** What was written since this was last asked. */
    List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }
}
