package io.meshlog.node.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the README and the docs say is there: every promise names what enforces it and a test that exists. */
class ReadmeTest {
    private static final Path ROOT = Sources.ROOT;
    private static final Pattern NAME = Pattern.compile("`([A-Z][A-Za-z]+)`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)(?:#[^)]*)?\\)");

    @Test
    void everyGuaranteeNamesWhatEnforcesItAndATestThatExists() throws IOException {
        List<String> rows = Files.readAllLines(ROOT.resolve("README.md")).stream()
                .dropWhile(line -> !line.startsWith("| guarantee"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        assertThat(rows).hasSizeGreaterThan(10);
        Sources sources = Sources.read();
        for (String row : rows) {
            String[] cells = row.split("\\|", -1);
            assertThat(names(cells[2])).as(row).isNotEmpty().allMatch(sources::hasClass);
            assertThat(names(cells[3]))
                    .as(row)
                    .isNotEmpty()
                    .allMatch(Sources::isTestName)
                    .allMatch(sources::hasClass);
        }
    }

    @Test
    void everyLinkInTheDocsLeadsToAFile() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            docs.filter(path -> path.toString().endsWith(".md")).forEach(pages::add);
        }
        for (Path page : pages) {
            Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                if (!link.group(1).contains("://")) {
                    assertThat(page.resolveSibling(link.group(1)))
                            .as(page + " links to " + link.group(1))
                            .exists();
                }
            }
        }
    }

    @Test
    void everyDecisionIsListed() throws IOException {
        String index = Files.readString(ROOT.resolve("docs/decisions/README.md"));
        try (Stream<Path> pages = Files.list(ROOT.resolve("docs/decisions"))) {
            assertThat(pages.map(page -> page.getFileName().toString()).filter(name -> !name.equals("README.md")))
                    .isNotEmpty()
                    .allMatch(index::contains);
        }
    }

    private static List<String> names(String cell) {
        List<String> names = new ArrayList<>();
        Matcher name = NAME.matcher(cell);
        while (name.find()) {
            names.add(name.group(1));
        }
        return names;
    }
}
