package io.meshlog.sim.cli;

import io.meshlog.sim.run.SimConfig;
import io.meshlog.sim.run.Verdict;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What all commands share: {@code --help}, one line for an error, and the exit code. Confined to one thread. */
public final class CommandShell {
    private static final int USAGE_WIDTH = 100;

    private final Terminal terminal;
    private final CommandLine line;

    public CommandShell(Terminal terminal) {
        this(terminal, null);
    }

    /** @param runner runs one seed of a sweep; null for the simulator itself */
    CommandShell(Terminal terminal, @Nullable Function<SimConfig, Verdict> runner) {
        this.terminal = terminal;
        this.line = new CommandLine(new Root());
        List<Object> commands = List.of(
                new RunCommand(terminal, runner),
                new ReplayCommand(terminal),
                new ShrinkCommand(terminal),
                new ExhaustCommand(terminal),
                new MutantsCommand(terminal),
                new CheckCommand(terminal));
        commands.forEach(line::addSubcommand);
        WholeNumbers.register(line);
        line.getSubcommands().values().forEach(CommandShell::addHelp);
        addHelp(line);
        line.getCommandSpec()
                .addOption(OptionSpec.builder("-V", "--version")
                        .versionHelp(true)
                        .description("versions of the program and of Java")
                        .build());
        line.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setUsageHelpWidth(USAGE_WIDTH)
                .setExpandAtFiles(false)
                .setInterpolateVariables(false)
                .setPosixClusteredShortOptionsAllowed(false)
                .setParameterExceptionHandler((e, args) -> usage(e))
                .setExecutionExceptionHandler((e, command, parsed) -> failed(e));
    }

    /** @return the exit code */
    public int run(String... args) {
        StringWriter page = new StringWriter();
        line.setOut(new PrintWriter(page));
        int code = executed(args);
        if (!page.toString().isEmpty()) {
            terminal.page(page.toString());
        }
        if (code == ExitCode.PASSED && terminal.isOutputLost()) {
            terminal.note("what was printed did not arrive: whoever read it is gone, or takes no more");
            return ExitCode.INTERNAL;
        }
        return code;
    }

    private int executed(String... args) {
        try {
            return line.execute(args);
        } catch (OutOfMemoryError e) {
            terminal.note("there is not enough memory; MESHLOG_JAVA_OPTS=-Xmx4g gives it more");
            return ExitCode.INTERNAL;
        } catch (StackOverflowError e) {
            terminal.note("internal error: calls nest too deep" + where(e));
            return ExitCode.INTERNAL;
        }
    }

    private int usage(ParameterException e) {
        boolean isRoot = e.getCommandLine() == line;
        String commands = String.join(" ", line.getSubcommands().keySet());
        String name = e.getCommandLine().getCommandSpec().qualifiedName();
        String what = String.valueOf(e.getMessage());
        if (isRoot && e instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
            what = "there is no command '" + unmatched.getUnmatched().get(0) + "'; there are " + commands;
        } else if (isRoot && !(e instanceof UnmatchedArgumentException)) {
            what = "a command is missing; there are " + commands;
        }
        terminal.note(what + "; see " + name + " --help");
        return ExitCode.USAGE;
    }

    private int failed(Exception e) {
        if (e instanceof CommandFailed failed) {
            terminal.note(failed.line());
            return failed.exitCode();
        }
        String said = e.getMessage() == null ? "nothing is said about it" : e.getMessage();
        terminal.note("internal error: " + said + where(e));
        return ExitCode.INTERNAL;
    }

    /** For whoever has the sources. */
    private static String where(Throwable e) {
        StackTraceElement[] stack = e.getStackTrace();
        return stack.length == 0 ? "" : " (" + stack[0].getFileName() + " line " + stack[0].getLineNumber() + ")";
    }

    private static void addHelp(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        spec.usageMessage().sortOptions(false).sortSynopsis(false);
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("this text")
                .build());
    }

    /** Without a command there is nothing to do. */
    @Command(
            name = "conflict-sim",
            versionProvider = Version.class,
            description = {
                "Many replicas of the meshlog core in simulated time, under faults, checked after every event.",
                "A seed decides everything that happens; a failure is kept as a case that can be replayed."
            },
            synopsisSubcommandLabel = "COMMAND",
            footer = {
                "",
                "Exit codes: 0 passed, 1 invariant violated, 2 inconclusive, 3 not deterministic, 4 no convergence,",
                "            5 planted bug survived, 64 usage, 70 internal."
            })
    static final class Root {}
}
