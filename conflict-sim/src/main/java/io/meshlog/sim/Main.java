package io.meshlog.sim;

import io.meshlog.sim.cli.CommandShell;
import io.meshlog.sim.cli.Terminal;

/** The program: one name, many commands. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(new CommandShell(Terminal.ofProcess()).run(args));
    }
}
