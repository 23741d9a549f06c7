package io.meshlog.sim.cli;

import io.meshlog.sim.report.JsonReport;
import io.meshlog.sim.report.SummaryLine;
import io.meshlog.sim.run.SimConfig;
import io.meshlog.sim.run.Sweep;
import io.meshlog.sim.run.Tally;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * How a command ends that ran seeds: text, whose last line but for a command is always of one form, or one document.
 *
 * @param seeds those that were run, as in the last line
 * @param lines what is said before the last line
 * @param reproduce the command that shows it again; empty where there is nothing to show
 */
record Closing(
        Sweep.Ending ending,
        SimConfig config,
        String seeds,
        Tally tally,
        long wallMillis,
        List<String> lines,
        String reproduce) {

    /** @param more what a document has beside that @return the exit code */
    int tell(Terminal terminal, boolean json, UnaryOperator<JsonReport> more) {
        int code = ExitCode.of(ending);
        if (json) {
            JsonReport report = new JsonReport(ending.name(), code, seeds, config).sums(tally, wallMillis);
            terminal.document(more.apply(report)
                    .with("reproduce", reproduce.isEmpty() ? null : reproduce)
                    .text());
            return code;
        }
        lines.forEach(terminal::line);
        terminal.line(SummaryLine.last(seeds, config.profile(), tally, wallMillis));
        if (!reproduce.isEmpty()) {
            terminal.line(reproduce);
        }
        return code;
    }
}
