package io.meshlog.sim.cli;

/** A command could not do its work. The message is the one line that people see on stderr. */
final class CommandFailed extends Exception {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private CommandFailed(int exitCode, String line) {
        super(line);
        this.exitCode = exitCode;
    }

    /** The caller's words, or a file of the caller's, are wrong; nothing was run. */
    static CommandFailed usage(String line) {
        return new CommandFailed(ExitCode.USAGE, line);
    }

    /** What should have worked did not: a file that cannot be written. */
    static CommandFailed internal(String line) {
        return new CommandFailed(ExitCode.INTERNAL, line);
    }

    int exitCode() {
        return exitCode;
    }

    String line() {
        return String.valueOf(getMessage());
    }
}
