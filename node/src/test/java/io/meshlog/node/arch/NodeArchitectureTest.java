package io.meshlog.node.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import io.meshlog.hlc.PhysicalClock;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which part of the node may see which (docs/architecture.md); each rule is shown to fail on a planted violation. */
class NodeArchitectureTest {
    private static final JavaClasses NODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("test-classes") && !location.contains("-tests.jar"))
            .importPackages("io.meshlog.node");

    private static final JavaClasses PLANTED = new ClassFileImporter().importPackages("io.meshlog.node.arch.planted");

    @Test
    void theImportSeesTheNode() {
        assertThat(NODE.contain("io.meshlog.node.Node")).isTrue();
        assertThat(NODE.contain("io.meshlog.node.store.SqliteStore")).isTrue();
    }

    @Test
    void onlyTheStoreSeesSql() {
        bites(noClasses()
                .that()
                .resideOutsideOfPackage("io.meshlog.node.store..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "org.sqlite.."));
    }

    @Test
    void theStoreSeesNoVertx() {
        ArchRule rule = without("io.meshlog.node.store..", "io.vertx..");
        rule.check(NODE);
        assertThat(without("io.meshlog.node.arch.planted..", "io.vertx..")
                        .evaluate(PLANTED)
                        .hasViolation())
                .isTrue();
    }

    @Test
    void clientsSeeNoVertx() {
        without("io.meshlog.node.cli..", "io.vertx..").check(NODE);
        without("io.meshlog.node.home..", "io.vertx..").check(NODE);
    }

    @Test
    void onlyTheRoundsWithPeersSeeResilience4j() {
        bites(noClasses()
                .that()
                .resideOutsideOfPackage("io.meshlog.node.sync..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.github.resilience4j.."));
    }

    @Test
    void layersLookDownOnly() {
        // cli → api → sync → (store, home): never back.
        bites(noClasses()
                .that()
                .resideInAnyPackage("io.meshlog.node.sync..", "io.meshlog.node.arch.planted..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.meshlog.node.api..", "io.meshlog.node.cli..", "io.meshlog.node.demo..", "io.meshlog.node"));
        bites(noClasses()
                .that()
                .resideInAnyPackage("io.meshlog.node.api..", "io.meshlog.node.arch.planted..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.meshlog.node.cli..", "io.meshlog.node.demo..", "io.meshlog.node"));
        bites(noClasses()
                .that()
                .resideInAnyPackage(
                        "io.meshlog.node.store..", "io.meshlog.node.home..", "io.meshlog.node.arch.planted..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.meshlog.node.sync..", "io.meshlog.node.api..", "io.meshlog.node.cli.."));
    }

    /** Case C08: a clock that is set must not end what waits, nor keep it waiting. */
    @Test
    @Tag("case-C08")
    void nothingThatWaitsReadsTheClockOnTheWall() {
        bites(noClasses()
                .that()
                .resideInAnyPackage(
                        "io.meshlog.node.api.follow..",
                        "io.meshlog.node.api.http..",
                        "io.meshlog.node.follow..",
                        "io.meshlog.node.cli.follow..",
                        "io.meshlog.node.arch.planted..")
                .and()
                // Hands it on to those that stamp.
                .doNotHaveSimpleName("ApiPorts")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(Instant.class, PhysicalClock.class));
    }

    @Test
    void packagesHaveNoCycles() {
        SlicesRuleDefinition.slices()
                .matching("io.meshlog.node.(**)")
                .should()
                .beFreeOfCycles()
                .check(NODE);
        assertThat(SlicesRuleDefinition.slices()
                        .matching("io.meshlog.node.arch.planted.(*)..")
                        .should()
                        .beFreeOfCycles()
                        .evaluate(PLANTED)
                        .hasViolation())
                .isTrue();
    }

    private static ArchRule without(String that, String what) {
        return noClasses()
                .that()
                .resideInAPackage(that)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(what);
    }

    /** The node keeps the rule, and the planted classes break it. */
    private static void bites(ArchRule rule) {
        rule.check(NODE);
        assertThat(rule.evaluate(PLANTED).hasViolation())
                .as(rule.getDescription())
                .isTrue();
    }
}
