package io.meshlog.sim.history;

/** A file that cannot be read for what it should be. The message is one line: file, field, limit, what was found. */
public final class BadFile extends Exception {
    private static final long serialVersionUID = 1;

    public BadFile(String line) {
        super(line);
    }

    public String line() {
        return String.valueOf(getMessage());
    }
}
