package io.meshlog.node.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/** An empty node pulls everything from a full one over loopback: decoded, verified, indexed, durable. Stateless. */
final class CatchUpBenchmark {
    private CatchUpBenchmark() {}

    static void run(RunningNode full, Path data, Settings settings, Report report)
            throws IOException, InterruptedException, SQLException {
        try (RunningNode empty = RunningNode.pulling(data, full)) {
            double cpuMicros = Machine.cpuMicros();
            // Its first round begins as it starts; what it takes before this line is a millisecond or two.
            long start = System.nanoTime();
            empty.roundsEnded();
            report.sample(Figure.CATCH_UP, settings.events() / ((System.nanoTime() - start) / 1e9));
            report.sample(Figure.CATCH_UP_CPU, (Machine.cpuMicros() - cpuMicros) / settings.events());
            int held = LogRows.count(empty.database());
            if (held != settings.events()) {
                throw new IllegalStateException("caught up with " + held + " of " + settings.events() + " events");
            }
        }
    }
}
