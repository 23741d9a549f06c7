package io.meshlog.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What the simulator may see and call: what runs inside of a run obeys the rules of the core. */
final class SimArchitectureTest {
    /** Everything that takes part in a run; commands, reports and compiling planted bugs do not. */
    private static final String[] PURE = {
        "io.meshlog.sim.draw",
        "io.meshlog.sim.workload",
        "io.meshlog.sim.fault",
        "io.meshlog.sim.world",
        "io.meshlog.sim.log",
        "io.meshlog.sim.check",
        "io.meshlog.sim.reader",
        "io.meshlog.sim.shrink"
    };

    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.meshlog.sim");

    private static JavaClasses pure() {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(PURE);
    }

    @Test
    void theImportSeesTheSimulator() {
        assertThat(pure().contain("io.meshlog.sim.world.SimReplica")).isTrue();
        assertThat(pure().contain("io.meshlog.sim.check.Checker")).isTrue();
        assertThat(pure().contain("io.meshlog.sim.log.MemoryLog")).isTrue();
    }

    @Test
    void aRunReadsNoClockAndNoRandomSourceAndStartsNoThread() {
        CoreRules.callsNothingAmbient().check(pure());
    }

    @Test
    void aRunUsesNoCollectionWhoseOrderChangesWithTheJvm() {
        CoreRules.usesNoUnorderedCollections().check(pure());
    }

    @Test
    void packagesHaveNoCycles() {
        CoreRules.hasNoCycles("io.meshlog.sim.(*)..").check(ALL);
    }

    @Test
    void noWebServerIsInSight() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.vertx..", "io.netty..", "io.meshlog.node.api..", "io.meshlog.node.sync..")
                .check(ALL);
    }

    @Test
    void theOracleSharesNoCodeWithWhatItChecks() {
        // Values it must see; what decides something about them it may not call.
        noClasses()
                .that()
                .resideInAPackage("io.meshlog.sim.check")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("io\\.meshlog\\.(op\\.(Canonical|CanonicalText|KeyedId|MergeKey)|vector\\.Chain"
                        + "|replica\\.(Replica|State|Step|Forest|Deliveries|Arrivals|Authoring|Rulings|ChainApply|LooseApply|RoundPages"
                        + "|Rounds|RoundCourse|RoundArtifacts)|cursor\\..*|drive\\..*|view\\..*|wire\\..*)")
                .check(ALL);
    }
}
