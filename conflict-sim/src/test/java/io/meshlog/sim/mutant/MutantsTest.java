package io.meshlog.sim.mutant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bugs that are known to be there are found, and none is found where none was planted. */
class MutantsTest {
    private static final String LINE = "hlc/src/main/java/io/meshlog/hlc/HybridClock.java";
    private static final List<String> QUICK = List.of(
            "driver-effects-before-commit",
            "state-clock-mark-not-stored",
            "line-tells-unsigned",
            "state-position-reused");
    private static final Checkout CHECKOUT = Objects.requireNonNull(Checkout.above(Path.of("")));

    @Test
    @Tag("ci")
    void everyPlantedBugIsCaught() {
        StringWriter said = new StringWriter();
        int exit = Mutants.run(CHECKOUT.root(), mutants(), Hunt.Budget.DEFAULT, new PrintWriter(said));

        System.out.println(said);
        assertThat(exit).as(said.toString()).isEqualTo(Mutants.CAUGHT);
        assertThat(mutants()).hasSizeGreaterThanOrEqualTo(30);
    }

    private static List<Mutant> mutants() {
        try {
            return CHECKOUT.mutants();
        } catch (IOException | MutantException e) {
            throw new AssertionError(e);
        }
    }

    /** Those that nothing sees yet must not rot until something does. */
    @Test
    void everyPatchThatIsKeptForLaterAppliesAndCompiles() throws Exception {
        for (Mutant mutant : CHECKOUT.surviving()) {
            Mutants.check(CHECKOUT.root(), mutant);
        }
    }

    /** In every build: none may rot until the wider tests hunt it. */
    @Test
    void everyPatchAppliesAndCompiles() throws Exception {
        assertThat(mutants()).hasSizeGreaterThanOrEqualTo(30);
        for (Mutant mutant : mutants()) {
            Mutants.check(CHECKOUT.root(), mutant);
        }
    }

    /** In every build: that hunting works at all. */
    @Test
    void bugsThatShowAtOnceAreCaught() {
        List<Mutant> some = mutants().stream()
                .filter(mutant -> QUICK.contains(mutant.name()))
                .toList();
        assertThat(some).hasSameSizeAs(QUICK);
        StringWriter said = new StringWriter();
        int exit = Mutants.run(CHECKOUT.root(), some, Hunt.Budget.DEFAULT, new PrintWriter(said));
        assertThat(exit).as(said.toString()).isEqualTo(Mutants.CAUGHT);
    }

    @Test
    void whatShipsPassesInTheSameLoader() throws Exception {
        Hunted hunted = Mutants.shipped(Hunt.Budget.DEFAULT.atMost(60));

        assertThat(hunted.found()).isNull();
        assertThat(hunted.isHung()).isFalse();
        assertThat(hunted.seeds()).isPositive();
    }

    @Test
    void aPatchThatChangesNothingSurvives() throws Exception {
        String source = Files.readString(CHECKOUT.root().resolve(LINE));
        Mutant none = Mutant.read(
                "none",
                diff(
                        "    private static long clamp(long nowMillis) {",
                        "    private static long clamp(long nowMillis)  {"));
        assertThat(source).contains("    private static long clamp(long nowMillis) {");

        StringWriter said = new StringWriter();
        int exit = Mutants.run(CHECKOUT.root(), List.of(none), Hunt.Budget.DEFAULT.atMost(6), new PrintWriter(said));

        assertThat(exit).isEqualTo(Mutants.SURVIVED);
        assertThat(said.toString()).contains("SURVIVED").contains("0 of 1 caught");
    }

    @Test
    void aPatchThatDoesNotApplyNamesItselfAndTheFile() throws Exception {
        Mutant stale = Mutant.read("stale", diff("    a line that was never there", "    another"));

        StringWriter said = new StringWriter();
        int exit = Mutants.run(CHECKOUT.root(), List.of(stale), Hunt.Budget.DEFAULT, new PrintWriter(said));

        assertThat(exit).isEqualTo(Mutants.BROKEN);
        assertThat(said.toString()).contains("patch stale does not apply").contains(LINE);
    }

    @Test
    void aPatchThatDoesNotCompileSaysWhy() throws Exception {
        Mutant broken = Mutant.read(
                "broken",
                diff(
                        "    private static long clamp(long nowMillis) {",
                        "    private static String clamp(long nowMillis) {"));

        assertThatThrownBy(() -> Mutants.check(CHECKOUT.root(), broken))
                .isInstanceOf(MutantException.class)
                .hasMessageContaining("patch broken does not compile")
                .hasMessageContaining("incompatible types");
    }

    @Test
    void linesThatMovedStillApply(@TempDir Path other) throws Exception {
        String line = "    private static long clamp(long nowMillis) {";
        Path moved = other.resolve(LINE);
        Files.createDirectories(moved.getParent());
        Files.writeString(
                moved,
                "// one more line\n".repeat(7)
                        + Files.readString(CHECKOUT.root().resolve(LINE)));

        Mutant mutant = Mutant.read("moved", diff(line, "    // found"));

        assertThat(mutant.applied(other))
                .isEqualTo(new TreeMap<>(
                        java.util.Map.of(LINE, Files.readString(moved).replace(line, "    // found"))));
    }

    @Test
    void elsewhereItNeedsACheckout(@TempDir Path elsewhere) {
        StringWriter said = new StringWriter();

        assertThat(Mutants.run(elsewhere, List.of(), new PrintWriter(said))).isEqualTo(Mutants.NO_CHECKOUT);
        assertThat(said.toString()).contains("needs a source checkout");
    }

    @Test
    void aPatchWithoutAHeaderIsRefused() {
        assertThatThrownBy(() -> Mutant.read("bare", "--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n+b\n"))
                .hasMessageContaining("patch bare: needs '# what:'");
        assertThatThrownBy(() -> Mutant.read("odd", "# what: x\n# expects: Q7\n"))
                .hasMessageContaining("no such invariant: Q7");
    }

    private static String diff(String from, String to) {
        return "# what: a try\n# expects: G6\n--- a/" + LINE + "\n+++ b/" + LINE + "\n@@ -1,1 +1,1 @@\n-" + from + "\n+"
                + to + "\n";
    }

    @Test
    void aNameThatIsNoneIsSaid() {
        StringWriter said = new StringWriter();
        int exit = Mutants.run(CHECKOUT.root(), List.of("no-such-bug"), new PrintWriter(said));
        assertThat(exit).isEqualTo(Mutants.NO_CHECKOUT);
        assertThat(said.toString()).isEqualToIgnoringNewLines("no planted bug is called no-such-bug");
    }
}
