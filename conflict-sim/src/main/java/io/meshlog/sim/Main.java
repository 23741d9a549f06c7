package io.meshlog.sim;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program. */
@Command(name = "conflict-sim", mixinStandardHelpOptions = true)
public final class Main implements Runnable {
    private Main() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }

    @Override
    public void run() {}
}
