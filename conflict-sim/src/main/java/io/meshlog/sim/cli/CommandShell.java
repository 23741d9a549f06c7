package io.meshlog.sim.cli;

import io.meshlog.sim.run.SimConfig;
import io.meshlog.sim.run.Simulation;
import io.meshlog.sim.run.Verdict;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** What all commands share: {@code --help}, one line for an error, and the exit code. Confined to one thread. */
public final class CommandShell {
    private static final int USAGE_WIDTH = 100;

    private final Terminal terminal;
    private final CommandLine line;

    public CommandShell(Terminal terminal) {
        this(terminal, Simulation::run);
    }

    /** @param runner runs one seed of a sweep */
    CommandShell(Terminal terminal, Function<SimConfig, Verdict> runner) {
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
        int code = line.execute(args);
        if (!page.toString().isEmpty()) {
            terminal.page(page.toString());
        }
        return code;
    }

    private int usage(ParameterException e) {
        terminal.note(
                e.getMessage() + "; see " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    private int failed(Exception e) {
        if (e instanceof CommandFailed failed) {
            terminal.note(failed.line());
            return failed.exitCode();
        }
        StackTraceElement[] stack = e.getStackTrace();
        terminal.note("internal error: " + e + (stack.length == 0 ? "" : " at " + stack[0]));
        return ExitCode.INTERNAL;
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
