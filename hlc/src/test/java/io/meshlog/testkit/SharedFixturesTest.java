package io.meshlog.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class SharedFixturesTest {

    @TempDir
    Path dir;

    @Test
    void skipsVisiblyWithoutTheSharedDirectory() {
        assertThatThrownBy(() -> SharedFixtures.require(dir.resolve("shared"), "wire/hlc.json"))
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("skipped: ../shared/wire/hlc.json is not here");
    }

    @Test
    void failsOnAFixtureThatIsMissingFromTheSharedDirectory() {
        assertThatThrownBy(() -> SharedFixtures.require(dir, "wire/hlc.json"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("hlc.json");
    }

    @Test
    void findsAFixtureThatIsThere() throws IOException {
        Files.createDirectories(dir.resolve("wire"));
        Path fixture = Files.writeString(dir.resolve("wire/some.json"), "{}");

        assertThat(SharedFixtures.require(dir, "wire/some.json")).isEqualTo(fixture);
    }

    @Test
    void looksBesideTheRepositoryUnlessToldOtherwise() {
        assertThat(SharedFixtures.directory()).isAbsolute();
    }
}
