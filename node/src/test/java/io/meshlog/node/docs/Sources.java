package io.meshlog.node.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The project's sources as its pages speak of them: by the names of classes and tests. Immutable once read. */
final class Sources {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final List<String> MODULES = List.of("hlc", "vv-sync", "node/store", "node", "conflict-sim");
    private static final Pattern TEST = Pattern.compile("@(Test|ParameterizedTest|Property|Example)\\b");

    /** By the class's simple name, which several packages may have. */
    private final SortedMap<String, List<Path>> files = new TreeMap<>();

    private Sources() {}

    static Sources read() throws IOException {
        Sources sources = new Sources();
        for (String module : MODULES) {
            try (Stream<Path> walked = Files.walk(ROOT.resolve(module).resolve("src"))) {
                walked.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        return sources;
    }

    private void add(Path file) {
        String name = file.getFileName().toString().replace(".java", "");
        files.computeIfAbsent(name, n -> new ArrayList<>()).add(file);
    }

    boolean hasClass(String name) {
        return files.containsKey(name);
    }

    static boolean isTestName(String name) {
        return name.endsWith("Test") || name.endsWith("IT");
    }

    /** Whether a class of this name has a method of that name which the test engine runs. */
    boolean hasTest(String className, String method) throws IOException {
        for (Path file : files.getOrDefault(className, List.of())) {
            if (isTest(Files.readString(file), method)) {
                return true;
            }
        }
        return false;
    }

    /** A blank line divides a method, its annotations included, from what stands before it. */
    private static boolean isTest(String source, String method) {
        Matcher declared = Pattern.compile("\\bvoid " + method + "\\(").matcher(source);
        while (declared.find()) {
            int from = source.lastIndexOf("\n\n", declared.start());
            if (TEST.matcher(source.substring(Math.max(from, 0), declared.start()))
                    .find()) {
                return true;
            }
        }
        return false;
    }
}
