package io.meshlog.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** G4: a seed is the same run in every JVM, and on every Java that is installed here. */
class TwoJvmsTest {
    private static final int SEEDS = 5;

    @TempDir
    Path directory;

    /** What a child JVM runs: a line for each seed of each profile. */
    public static final class Child {
        private Child() {}

        public static void main(String[] args) {
            traces().forEach(System.out::println);
        }
    }

    private static List<String> traces() {
        List<String> traces = new ArrayList<>();
        for (Profile profile : Profile.values()) {
            for (long seed = 1; seed <= SEEDS; seed++) {
                Verdict run = Simulation.run(new SimConfig(seed, profile, new PlanMaker.Size(4, 50), "memory"));
                traces.add(profile.label() + " " + seed + " " + run.trace() + " " + run.events());
            }
        }
        return traces;
    }

    @Test
    void runsASeedInEveryJvmTheSame() throws Exception {
        List<String> here = traces();
        for (Path java : javas()) {
            assertThat(inChild(java)).as("traces of %s", java).isEqualTo(here);
        }
    }

    /** The one that runs this, and every other one from 17 on. */
    private static List<Path> javas() throws IOException {
        List<Path> javas = new ArrayList<>();
        Path own = Path.of(System.getProperty("java.home"));
        javas.add(own.resolve("bin/java"));
        Path installed = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(installed)) {
            try (Stream<Path> homes = Files.list(installed)) {
                for (Path home :
                        homes.filter(h -> !Files.isSymbolicLink(h)).sorted().toList()) {
                    if (version(home) >= 17 && !home.toRealPath().equals(own.toRealPath())) {
                        javas.add(home.resolve("bin/java"));
                    }
                }
            }
        }
        return javas;
    }

    private static int version(Path home) throws IOException {
        Path release = home.resolve("release");
        if (!Files.isReadable(release) || !Files.isExecutable(home.resolve("bin/java"))) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(release)) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION=\""))
                    .map(line -> line.replaceAll("\\D*(\\d+).*", "$1"))
                    .mapToInt(Integer::parseInt)
                    .findFirst()
                    .orElse(0);
        }
    }

    private List<String> inChild(Path java) throws Exception {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process child = new ProcessBuilder(
                        java.toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Child.class.getName())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(child.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            child.destroyForcibly();
        }
        assertThat(child.exitValue()).as(Files.readString(err)).isZero();
        return Files.readString(out, StandardCharsets.UTF_8).lines().toList();
    }
}
