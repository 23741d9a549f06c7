package io.meshlog.arch;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.meshlog.arch.planted.Ambient;
import io.meshlog.arch.planted.JacksonUser;
import io.meshlog.arch.planted.MethodReference;
import io.meshlog.arch.planted.PatternUser;
import io.meshlog.arch.planted.RandomMaker;
import io.meshlog.arch.planted.Unordered;
import io.meshlog.arch.planted.UnorderedFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The direction of the core's dependencies, and each rule shown to fail on a planted violation. */
final class CoreArchitectureTest {
    private static final JavaClasses ALL = main("io.meshlog");
    private static final JavaClasses PURE = main(
            "io.meshlog.hlc",
            "io.meshlog.op",
            "io.meshlog.vector",
            "io.meshlog.replica",
            "io.meshlog.drive",
            "io.meshlog.view",
            "io.meshlog.sign");
    private static final JavaClasses WIRE = main("io.meshlog.wire");

    private static JavaClasses main(String... packages) {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("test-classes") && !location.contains("-tests.jar"))
                .importPackages(packages);
    }

    private static void assertCatches(ArchRule rule, Class<?>... planted) {
        assertThat(rule.evaluate(new ClassFileImporter().importClasses(planted)).hasViolation())
                .as("%s on %s", rule.getDescription(), List.of(planted))
                .isTrue();
    }

    @Test
    void theImportSeesTheCore() {
        assertThat(PURE.contain("io.meshlog.replica.Replica")).isTrue();
        assertThat(PURE.contain("io.meshlog.drive.Driver")).isTrue();
        assertThat(PURE.contain("io.meshlog.hlc.HybridClock")).isTrue();
        assertThat(PURE.contain("io.meshlog.replica.TestNode")).isFalse();
        assertThat(WIRE.contain("io.meshlog.wire.OpCodec")).isTrue();
    }

    @Test
    void theCoreSeesOnlyPureValues() {
        CoreRules.seesOnly().check(PURE);
        assertCatches(CoreRules.seesOnly(), PatternUser.class);
    }

    @Test
    void onlyWireSeesJackson() {
        CoreRules.seesOnly("com.fasterxml.jackson.core..", "java.io").check(WIRE);
        assertCatches(CoreRules.seesOnly(), JacksonUser.class);
        assertCatches(CoreRules.seesOnly("com.fasterxml.jackson.core..", "java.io"), PatternUser.class);
    }

    @Test
    void nothingDependsOnTimeChanceOrThreads() {
        CoreRules.callsNothingAmbient().check(ALL);
        assertCatches(CoreRules.callsNothingAmbient(), Ambient.class);
        assertCatches(CoreRules.callsNothingAmbient(), MethodReference.class);
        assertCatches(CoreRules.callsNothingAmbient(), RandomMaker.class);
        assertCatches(CoreRules.callsNothingAmbient(), UnorderedFactory.class);
    }

    @Test
    void nothingDependsOnTheOrderOfAHash() {
        CoreRules.usesNoUnorderedCollections().check(ALL);
        assertCatches(CoreRules.usesNoUnorderedCollections(), Unordered.class);
    }

    @Test
    void packagesHaveNoCycles() {
        CoreRules.hasNoCycles("io.meshlog.(*)..").check(ALL);
        JavaClasses planted = new ClassFileImporter().importPackages("io.meshlog.arch.planted");
        assertThat(CoreRules.hasNoCycles("io.meshlog.arch.planted.(*)..")
                        .evaluate(planted)
                        .hasViolation())
                .isTrue();
    }
}
