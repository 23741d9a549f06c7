package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Origin;
import org.junit.jupiter.api.Test;

/** Spec §5.5, the reference view: a caller is not led in circles. */
final class ReferenceCallersTest {
    private final ReferenceCallers callers = new ReferenceCallers();
    private final Origin origin = new Origin("rep_91b72265b1f5");

    @Test
    void anOriginThatIsTakenTwiceFromTheSamePlaceIsLeftOutUntilItGrows() {
        callers.tookToEnd("hub", origin, 7, 9);
        assertThat(callers.leavesOut("hub", origin, 9)).isFalse();
        callers.tookToEnd("hub", origin, 7, 9);
        assertThat(callers.leavesOut("hub", origin, 9)).isTrue();
        assertThat(callers.leavesOut("hub", origin, 10)).isFalse();
        assertThat(callers.leavesOut("other", origin, 9)).isFalse();
        assertThat(callers.leavesOut("hub", new Origin("rep_000000000000"), 9)).isFalse();
    }

    @Test
    void aCallerThatMovesOnIsShownEverything() {
        callers.tookToEnd("hub", origin, 7, 9);
        callers.tookToEnd("hub", origin, 8, 9);
        assertThat(callers.leavesOut("hub", origin, 9)).isFalse();
    }

    @Test
    void memoryIsBounded() {
        for (int i = 0; i < 1_000; i++) {
            callers.tookToEnd("hub " + i, origin, 7, 9);
            callers.tookToEnd("hub " + i, origin, 7, 9);
        }
        assertThat(callers.leavesOut("hub 999", origin, 9)).isTrue();
        assertThat(callers.leavesOut("hub 0", origin, 9)).isFalse();
    }
}
