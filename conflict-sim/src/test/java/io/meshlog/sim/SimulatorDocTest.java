package io.meshlog.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.sim.check.Invariant;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.workload.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** docs/simulator.md says what the code says. */
final class SimulatorDocTest {
    private static String page() throws IOException {
        return Files.readString(Path.of("../docs/simulator.md"));
    }

    @Test
    void everyInvariantStandsThereInItsWords() throws IOException {
        String page = page();
        for (Invariant invariant : Invariant.values()) {
            assertThat(page).contains("| " + invariant + " | " + invariant.sentence() + " |");
        }
    }

    @Test
    void everyFaultStandsThereInItsWords() throws IOException {
        String page = page();
        for (FaultKind kind : FaultKind.values()) {
            assertThat(page).contains("| `" + kind.label() + "` | " + kind.sentence() + " |");
        }
    }

    @Test
    void everyProfileStandsThere() throws IOException {
        String page = page();
        for (Profile profile : Profile.values()) {
            assertThat(page).contains("`" + profile.label() + "`");
        }
    }
}
