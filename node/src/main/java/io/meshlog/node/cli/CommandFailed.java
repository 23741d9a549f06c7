package io.meshlog.node.cli;

/** A command could not do its work. The message is the one line that people see on stderr. */
public final class CommandFailed extends Exception {
    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final boolean mayPass;

    public CommandFailed(int exitCode, String line) {
        this(exitCode, line, false);
    }

    private CommandFailed(int exitCode, String line, boolean mayPass) {
        super(line);
        this.exitCode = exitCode;
        this.mayPass = mayPass;
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
        return new CommandFailed(ExitCode.UNREACHABLE, line, true);
    }

    /** The same, for what may be otherwise when it is tried again. */
    public CommandFailed passing() {
        return new CommandFailed(exitCode, line(), true);
    }

    /** The same, for what was waited for and is still to come. */
    public CommandFailed nothingYet() {
        return new CommandFailed(ExitCode.NOTHING_CAME, line(), true);
    }

    /** Whether the same may succeed later, with nothing changed here. */
    public boolean mayPass() {
        return mayPass;
    }

    public int exitCode() {
        return exitCode;
    }

    String line() {
        return String.valueOf(getMessage());
    }
}
