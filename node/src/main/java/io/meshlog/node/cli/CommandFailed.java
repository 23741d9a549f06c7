package io.meshlog.node.cli;

/** A command could not do its work. The message is the one line that people see on stderr. */
public final class CommandFailed extends Exception {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    public CommandFailed(int exitCode, String line) {
        super(line);
        this.exitCode = exitCode;
    }

    /** The caller's words are wrong; nothing was sent. */
    public static CommandFailed usage(String line) {
        return new CommandFailed(ExitCode.USAGE, line);
    }

    /** The node said no, or its answer is of no use. */
    public static CommandFailed refused(String line) {
        return new CommandFailed(ExitCode.FAILED, line);
    }

    public static CommandFailed unreachable(String line) {
        return new CommandFailed(ExitCode.UNREACHABLE, line);
    }

    public int exitCode() {
        return exitCode;
    }

    String line() {
        return String.valueOf(getMessage());
    }
}
