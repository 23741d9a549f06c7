package io.meshlog.sim.run;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All of the recorded session, see {@link TraceWorkloadTest}: 26,078 transactions, about a minute. */
class WholeTraceIT {
    @Test
    @Tag("ci")
    void theWholeSessionSurvivesFaults() throws IOException {
        TraceWorkloadTest.run(4, Integer.MAX_VALUE);
    }
}
