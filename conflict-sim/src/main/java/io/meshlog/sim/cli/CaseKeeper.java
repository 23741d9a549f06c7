package io.meshlog.sim.cli;

import io.meshlog.sim.history.CaseFile;
import io.meshlog.sim.history.CaseWriter;
import io.meshlog.sim.history.Trouble;
import io.meshlog.sim.report.Explanation;
import io.meshlog.sim.run.Cases;
import io.meshlog.sim.run.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Keeps a failure: as a case, and as the command that shows it again. */
final class CaseKeeper {
    static final String DIRECTORY = "conflict-sim-failures";

    private CaseKeeper() {}

    /** @param explanation the sentence first, at most {@link Explanation#LINES_MAX} lines */
    record Kept(Path file, List<String> explanation, String reproduce) {}

    /** Writes the case of a run that failed; the directory is made if it is not there. */
    static Kept keep(Verdict failed, Path directory, Terminal terminal) throws CommandFailed {
        CaseFile kept = Cases.of(failed);
        Path file = directory.resolve(kept.profile().label() + "-" + kept.seed() + ".json");
        try {
            CaseWriter.write(kept, file);
        } catch (IOException e) {
            throw CommandFailed.internal(
                    "the case of seed " + kept.seed() + " cannot be written to " + file + ": " + Trouble.with(e));
        }
        List<String> lines = new ArrayList<>(Explanation.of(failed));
        if (lines.size() < Explanation.LINES_MAX) {
            lines.add("  case     " + file + ": " + kept.plan().actions().size() + " actions, "
                    + kept.fates().size() + " fates; made smaller by "
                    + terminal.command("shrink", file.toString()));
        }
        return new Kept(file, List.copyOf(lines), terminal.command("replay", file.toString()));
    }
}
