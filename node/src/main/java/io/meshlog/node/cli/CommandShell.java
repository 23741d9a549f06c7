package io.meshlog.node.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * What all commands share: values from the environment, {@code --help}, one line for an error, and the exit code.
 * Confined to one thread.
 */
public final class CommandShell {
    private static final int USAGE_WIDTH = 100;

    private final Terminal terminal;
    private final EnvironmentDefaults defaults;
    private final CommandLine line;

    /** @param commands objects that picocli takes as subcommands, in the order of the help */
    public CommandShell(Terminal terminal, List<Object> commands) {
        this.terminal = terminal;
        this.defaults = new EnvironmentDefaults(terminal);
        this.line = new CommandLine(new Root());
        commands.forEach(line::addSubcommand);
        addHelp(line);
        line.getCommandSpec()
                .addOption(OptionSpec.builder("-V", "--version")
                        .versionHelp(true)
                        .description("program, Java and SQLite versions")
                        .build());
        takeQuotesAsTheyAre(line);
        line.setDefaultValueProvider(defaults)
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setUsageHelpWidth(USAGE_WIDTH)
                // A body may begin with @, a variable may hold ${…}: each is itself.
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
        try {
            refuseLostCharacters(args);
            int code = line.execute(args);
            if (!page.toString().isEmpty()) {
                terminal.page(page.toString());
            }
            return code;
        } catch (CommandFailed e) {
            return told(e);
        }
    }

    private int failed(Exception e) throws Exception {
        if (e instanceof CommandFailed failed) {
            return told(failed);
        }
        throw e;
    }

    private int told(CommandFailed e) {
        if (!e.line().isEmpty()) {
            terminal.note(e.line());
        }
        return e.exitCode();
    }

    private int usage(ParameterException e) {
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        terminal.note(e.getMessage() + origin(e) + "; see " + command + " --help");
        return ExitCode.USAGE;
    }

    /** Names the variable that a wrong value came from, where no flag gave it. */
    private String origin(ParameterException e) {
        ArgSpec arg = e.getArgSpec();
        if (arg == null || e instanceof MissingParameterException || e instanceof UnmatchedArgumentException) {
            return "";
        }
        ParseResult parsed = e.getCommandLine().getParseResult();
        String variable = defaults.variableOf(arg);
        boolean flag = parsed != null && arg instanceof OptionSpec option && parsed.hasMatchedOption(option);
        return variable == null || flag ? "" : " (from " + variable + ")";
    }

    /**
     * In a locale without UTF-8 Java reads what it cannot as U+FFFD: a text would be stored that nobody wrote.
     */
    private static void refuseLostCharacters(String[] args) throws CommandFailed {
        String encoding = String.valueOf(System.getProperty("sun.jnu.encoding"));
        if (!encoding.equalsIgnoreCase("UTF-8") && Arrays.stream(args).anyMatch(arg -> arg.indexOf('\ufffd') >= 0)) {
            throw CommandFailed.usage("the locale's encoding " + encoding
                    + " cannot carry these arguments; set LC_ALL=C.UTF-8, or use --body-file");
        }
    }

    @SuppressWarnings("deprecation") // Most programs want quotes to mean something; a value here is what it is.
    private static void takeQuotesAsTheyAre(CommandLine line) {
        line.setSplitQuotedStrings(true);
    }

    private static void addHelp(CommandLine command) {
        command.getSubcommands().values().forEach(CommandShell::addHelp);
        CommandSpec spec = command.getCommandSpec();
        spec.usageMessage().sortOptions(false).sortSynopsis(false);
        if (spec.findOption("--help") == null) {
            spec.addOption(OptionSpec.builder("-h", "--help")
                    .usageHelp(true)
                    .description("this text")
                    .build());
        }
    }

    /** Without a command there is nothing to do. */
    @Command(
            name = "meshlog",
            versionProvider = Version.class,
            description = "A replicated append-only log by which agents and people coordinate.",
            synopsisSubcommandLabel = "COMMAND",
            footer = {
                "",
                "Every option of a command can stand in the environment as MESHLOG_<OPTION>; a flag beats it.",
                "Tokens come from MESHLOG_TOKEN or MESHLOG_TOKEN_FILE.",
                "In a source checkout, ./meshlog conflict-sim runs the simulator; see its --help.",
                "Exit codes: 0 done, 1 refused or failed, 2 nothing came, 64 usage, 69 unreachable, 130 interrupted."
            })
    static final class Root {}
}
