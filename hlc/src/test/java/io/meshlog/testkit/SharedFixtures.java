package io.meshlog.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * Finds fixtures in the directory {@code shared} that lies beside the repository, or where the system property
 * {@code meshlog.shared} says.
 *
 * <p>Without the directory a test is skipped, visibly. With the directory, a missing fixture is a failure.
 */
public final class SharedFixtures {

    private static final String PROPERTY = "meshlog.shared";

    private SharedFixtures() {}

    /**
     * The fixture at {@code relative}, for example {@code wire/hlc.json}; it exists.
     *
     * @throws org.opentest4j.TestAbortedException if there is no shared directory
     * @throws AssertionError if there is one and it does not hold the fixture
     */
    public static Path require(String relative) {
        return require(directory(), relative);
    }

    static Path require(Path shared, String relative) {
        Assumptions.assumeTrue(Files.isDirectory(shared), () -> "skipped: ../shared/" + relative + " is not here");
        Path fixture = shared.resolve(relative);
        if (!Files.exists(fixture)) {
            Assertions.fail("expected the fixture " + fixture + ", found nothing there, though " + shared + " exists");
        }
        return fixture;
    }

    static Path directory() {
        String named = System.getProperty(PROPERTY);
        if (named != null && !named.isBlank()) {
            return Path.of(named).toAbsolutePath().normalize();
        }
        return repositoryRoot().resolveSibling("shared");
    }

    private static Path repositoryRoot() {
        Path start = Path.of("").toAbsolutePath();
        for (Path dir = start; dir != null; dir = dir.getParent()) {
            if (Files.exists(dir.resolve(".git")) || isRootWithoutGit(dir)) {
                return dir;
            }
        }
        throw new AssertionError("expected .git, or pom.xml beside LICENSE, in " + start
                + " or above it, found neither; set -D" + PROPERTY + "=<directory>");
    }

    private static boolean isRootWithoutGit(Path dir) {
        return Files.exists(dir.resolve("LICENSE")) && Files.exists(dir.resolve("pom.xml"));
    }
}
