package io.meshlog.node.cli;

/** How every command ends (spec §11). */
public final class ExitCode {
    public static final int DONE = 0;
    public static final int FAILED = 1;
    public static final int NOTHING_CAME = 2;
    public static final int USAGE = 64;
    public static final int UNREACHABLE = 69;
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
