package io.meshlog.sim.cli;

import io.meshlog.sim.check.Violation;
import io.meshlog.sim.history.BadFile;
import io.meshlog.sim.history.HistoryReader;
import io.meshlog.sim.report.Shown;
import io.meshlog.sim.report.SummaryLine;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code check}: the same checks over what happened elsewhere. */
@Command(
        name = "check",
        description = {
            "Checks a history, of a simulated or a live run, against every invariant.",
            "A history is a file of JSON lines, as replay --history writes it; a line has at most 64 MiB."
        })
final class CheckCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "HISTORY", description = "a file of JSON lines")
    private Path file = Path.of("");

    CheckCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandFailed {
        terminal.line(SummaryLine.of("profile=check", "history=" + file));
        long began = terminal.millis();
        HistoryReader.Checked checked;
        try {
            checked = HistoryReader.check(file);
        } catch (BadFile e) {
            throw CommandFailed.usage(e.line());
        }
        int code = told(checked);
        terminal.line(SummaryLine.of(
                "profile=check",
                "history=" + file,
                "lines=" + checked.lines(),
                "events=" + checked.events(),
                "virtual=" + Shown.span(checked.atMillis()),
                "wall=" + Shown.span(terminal.millis() - began)));
        if (code == ExitCode.VIOLATED) {
            terminal.line(terminal.command("check", file.toString()));
        }
        return code;
    }

    private int told(HistoryReader.Checked checked) {
        Violation violation = checked.violation();
        if (violation != null) {
            String where = violation.replica().isEmpty() ? "" : " on " + violation.replica();
            terminal.line(violation.name() + " violated at " + Shown.time(checked.atMillis()) + where + ", line "
                    + checked.lines() + ": " + violation.invariant().sentence());
            terminal.line("  " + violation.detail());
            return ExitCode.VIOLATED;
        } else if (!checked.rested()) {
            terminal.line("inconclusive: everything held for " + checked.events() + " events until "
                    + Shown.time(checked.atMillis())
                    + ", but nobody came to rest: what must hold then was not checked");
            return ExitCode.INCONCLUSIVE;
        }
        terminal.line("everything held: " + checked.events() + " events until " + Shown.time(checked.atMillis()));
        return ExitCode.PASSED;
    }
}
