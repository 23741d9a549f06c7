package io.meshlog.node.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the decisions say is guarded is guarded: by tests that are there. */
class DecisionsTest {
    private static final Path DECISIONS = Sources.ROOT.resolve("docs/decisions");
    private static final Pattern CODE = Pattern.compile("`([A-Z][A-Za-z0-9]*)(?:\\.([a-z][A-Za-z0-9]*))?`");

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(DECISIONS)) {
            return files.filter(file -> file.toString().endsWith(".md")).toList();
        }
    }

    @Test
    void everyTestThatADecisionNamesExists() throws IOException {
        Sources sources = Sources.read();
        int methods = 0;
        for (Path page : pages()) {
            Matcher name = CODE.matcher(Files.readString(page));
            while (name.find()) {
                String className = name.group(1);
                if (!Sources.isTestName(className)) {
                    continue;
                }
                String where = page.getFileName() + " names " + name.group();
                assertThat(sources.hasClass(className)).as(where).isTrue();
                if (name.group(2) != null) {
                    methods++;
                    assertThat(sources.hasTest(className, name.group(2)))
                            .as(where)
                            .isTrue();
                }
            }
        }
        assertThat(methods).isGreaterThan(50);
    }

    /** A trap without a guard is a promise that nothing holds. */
    @Test
    void everyTrapAndEveryQuestionNamesATest() throws IOException {
        String page = Files.readString(DECISIONS.resolve("011-traps-and-open-questions.md"));
        List<String> sections = Stream.of(page.split("\n### ", -1)).skip(1).toList();
        assertThat(sections).hasSize(13 + 9);
        for (String section : sections) {
            Matcher name = CODE.matcher(section);
            assertThat(name.results().anyMatch(found -> found.group(2) != null && Sources.isTestName(found.group(1))))
                    .as(section)
                    .isTrue();
        }
    }

    @Test
    void whatIsNoTestIsNotTakenForOne() throws IOException {
        Sources sources = Sources.read();
        assertThat(sources.hasTest("DecisionsTest", "whatIsNoTestIsNotTakenForOne"))
                .isTrue();
        assertThat(sources.hasTest("DecisionsTest", "pages")).isFalse();
        assertThat(sources.hasTest("ListingTest", "start")).isFalse();
        assertThat(sources.hasTest("NoSuchTest", "start")).isFalse();
    }
}
