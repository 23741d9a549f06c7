package io.meshlog.sim.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Two checks of one invariant are two failures: shrinking must not slide from one into the other. */
class ViolationKindsTest {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Pattern THROWN = Pattern.compile("new Violation\\(\\s*Invariant\\.(\\w+),\\s*\"([a-z-]+)\"");

    @Test
    void eachCheckOfAnInvariantHasAKindOfItsOwn() throws IOException {
        SortedSet<String> kinds = new TreeSet<>();
        List<Path> sources;
        try (Stream<Path> all = Files.walk(SOURCES)) {
            sources = all.filter(file -> file.toString().endsWith(".java")).toList();
        }
        for (Path source : sources) {
            Matcher thrown = THROWN.matcher(Files.readString(source));
            while (thrown.find()) {
                String name = thrown.group(1) + "/" + thrown.group(2);
                assertThat(kinds.add(name)).as("%s in %s is new", name, source).isTrue();
            }
        }
        assertThat(kinds).hasSizeGreaterThan(50).contains("A3/state", "A3/rest", "V9/told", "V9/rest");
    }

    @Test
    void aKindIsAWordOrTwo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Violation(Invariant.A3, "", "", "r1", "detail"))
                .withMessageContaining("found ''");
        assertThat(new Violation(Invariant.A3, "state", "", "r1", "detail").name())
                .isEqualTo("A3/state");
    }
}
