package io.meshlog.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher builds what is missing or stale, under a lock, on stderr, and then becomes the program (spec §11). */
class LauncherTest {
    private static final String FAKE_JAVA = "#!/bin/sh\necho \"java $*\"\ncat\n";
    private static final String FAKE_MAVEN =
            "#!/bin/sh\necho 'maven at work'\ncat\ntouch built\necho new >node/target/meshlog.jar\n";

    @TempDir
    private Path dir;

    private Path checkout;
    private Path tools;
    private Path jdk;
    private Path jar;

    private record Ended(int code, String out, String err) {}

    @BeforeEach
    void layOut() throws IOException {
        checkout = Files.createDirectories(dir.resolve("check out"));
        tools = Files.createDirectories(dir.resolve("tools"));
        jdk = Files.createDirectories(dir.resolve("jdk"));
        jar = checkout.resolve("node/target/meshlog.jar");
        Path launcher = Path.of("").toAbsolutePath().getParent().resolve("meshlog");
        Files.copy(launcher, checkout.resolve("meshlog"));
        assertThat(checkout.resolve("meshlog").toFile().setExecutable(true)).isTrue();
        for (String file : List.of("pom.xml", "node/pom.xml", "node/src/main/java/A.java", ".mvn/maven.config")) {
            old(write(checkout.resolve(file), ""));
        }
        for (String folder : List.of("node/src/main/java", "node/src/main", ".mvn")) {
            old(checkout.resolve(folder));
        }
        program(tools.resolve("mvn"), FAKE_MAVEN);
        program(jdk.resolve("bin/java"), FAKE_JAVA);
        program(jdk.resolve("bin/javac"), "#!/bin/sh\n");
        write(jdk.resolve("release"), "JAVA_VERSION=\"17.0.15\"\n");
    }

    private static Path write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static void program(Path file, String script) throws IOException {
        assertThat(write(file, script).toFile().setExecutable(true)).isTrue();
    }

    private static void old(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
    }

    private void jarExists() throws IOException {
        write(jar, "old\n");
        Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2026-01-02T00:00:00Z")));
    }

    private boolean built() {
        return Files.exists(checkout.resolve("built"));
    }

    private Ended launch(String... args) throws IOException, InterruptedException {
        return launch(checkout.resolve("meshlog"), Map.of("JAVA_HOME", jdk.toString()), args);
    }

    private Ended launch(Path launcher, Map<String, String> environment, String... args)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(args));
        Path out = dir.resolve("out");
        Path err = dir.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(dir.toFile())
                .redirectInput(write(dir.resolve("in"), "a body\n").toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(new TreeMap<>(Map.of("PATH", tools + ":/usr/bin:/bin", "LANG", "C.UTF-8")));
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    @Test
    void buildsWhatIsMissingAndSaysSoOnStderrOnly() throws Exception {
        Ended ended = launch("append", "--body-file", "-");
        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .startsWith("java -XX:")
                .endsWith(" -jar " + jar + " append --body-file -\na body\n")
                .doesNotContain("maven");
        assertThat(ended.err()).contains("meshlog: building").contains("maven at work");
        assertThat(Files.readString(jar)).isEqualTo("new\n");
    }

    @Test
    void whatIsFreshIsNotBuilt() throws Exception {
        jarExists();
        Ended ended = launch("--version");
        assertThat(ended.err()).isEmpty();
        assertThat(built()).isFalse();
    }

    @Test
    void aNewerSourceMakesItStaleAndABuildMakesItFresh() throws Exception {
        jarExists();
        write(checkout.resolve("node/src/main/java/A.java"), "changed");
        launch();
        assertThat(built()).isTrue();
        Files.delete(checkout.resolve("built"));
        launch();
        assertThat(built()).isFalse();
    }

    @Test
    void aDeletedSourceMakesItStale() throws Exception {
        jarExists();
        Files.delete(checkout.resolve("node/src/main/java/A.java"));
        launch();
        assertThat(built()).isTrue();
    }

    @Test
    void aSourceThatChangesWhileItBuildsMakesItStale() throws Exception {
        program(
                tools.resolve("mvn"),
                FAKE_MAVEN + "[ -f twice ] || echo late >node/src/main/java/A.java; touch twice\n");
        launch();
        Files.delete(checkout.resolve("built"));
        launch();
        assertThat(built()).isTrue();
    }

    @Test
    void aBuildThatFailsIsAFailureWithItsReason() throws Exception {
        program(tools.resolve("mvn"), "#!/bin/sh\necho '[ERROR] no luck'\nexit 3\n");
        Ended ended = launch("--version");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .contains("[ERROR] no luck")
                .endsWith("the build failed; see Maven's last lines above\n");
    }

    @Test
    void aSecondBuildWaitsForTheFirstAndFindsItDone() throws Exception {
        program(
                tools.resolve("mvn"),
                "#!/bin/sh\necho build >>builds\nwhile [ ! -f go ]; do sleep 0.05; done\n"
                        + "echo new >node/target/meshlog.jar\n");
        String both = "'" + checkout + "/meshlog' 1 & while [ ! -f '" + checkout + "/builds' ]; do sleep 0.05; done; '"
                + checkout + "/meshlog' 2 2>second & while ! grep -q waiting second; do sleep 0.05; done; touch '"
                + checkout + "/go'; wait";
        Path script = dir.resolve("both");
        program(script, "#!/bin/sh\n" + both + "\n");
        Ended ended = launch(script, Map.of("JAVA_HOME", jdk.toString()));
        assertThat(ended.out()).contains("meshlog.jar 1").contains("meshlog.jar 2");
        assertThat(Files.readString(dir.resolve("second"))).isEqualTo("meshlog: another build is running, waiting\n");
        assertThat(checkout.resolve("builds")).hasContent("build");
    }

    /** What Java is asked to leave behind as it ends, it leaves; each argument on a line of its own. */
    private static final String ARCHIVING_JAVA = """
            #!/bin/sh
            for arg in "$@"; do
                case $arg in -XX:ArchiveClassesAtExit=*) echo classes >"${arg#*=}"; echo "$*" >>trained ;; esac
                echo "$arg"
            done
            """;

    @Test
    void theClassesOfAFreshBuildAreArchivedForThisJavaAndUsedFromThenOn() throws Exception {
        program(jdk.resolve("bin/java"), ARCHIVING_JAVA);
        String archived = "-XX:SharedArchiveFile=" + checkout + "/node/target/classes-";
        assertThat(launch("list").out().lines()).anyMatch(line -> line.startsWith(archived));
        assertThat(dir.resolve("trained")).content().contains(" demo").hasLineCount(1);
        assertThat(launch("list").out().lines()).anyMatch(line -> line.startsWith(archived));
        assertThat(dir.resolve("trained")).content().hasLineCount(1);

        // Another Java would refuse it, and so does this one where the jar was made by other hands since.
        write(jdk.resolve("release"), "JAVA_VERSION=\"17.0.16\"\n");
        assertThat(launch("list").out()).doesNotContain("SharedArchiveFile");
        write(jdk.resolve("release"), "JAVA_VERSION=\"17.0.15\"\n");
        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(launch("list").out()).doesNotContain("SharedArchiveFile");
    }

    @Test
    void aProgramWhoseClassesCannotBeArchivedRunsAllTheSame() throws Exception {
        program(
                jdk.resolve("bin/java"),
                "#!/bin/sh\ncase \"$*\" in *ArchiveClassesAtExit*) exit 1 ;; esac\necho \"java $*\"\n");
        Ended ended = launch("list");
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).endsWith(" list\n").doesNotContain("SharedArchiveFile");
    }

    @Test
    void whatTheVirtualMachineSaysIsNoneOfTheProgramsOutput() throws Exception {
        jarExists();
        assertThat(launch("list").out()).contains("-Xlog:disable -Xlog:all=warning:stderr");
    }

    @Test
    void runsByALinkFromAnywhere() throws Exception {
        jarExists();
        Path link = Files.createSymbolicLink(tools.resolve("ml"), checkout.resolve("meshlog"));
        assertThat(launch(link, Map.of("JAVA_HOME", jdk.toString()), "list").out())
                .contains("-jar " + jar + " list");
    }

    @Test
    void aServerMayCompileWellAndAClientStartsFast() throws Exception {
        jarExists();
        assertThat(launch("serve").out()).contains("-Xmx").doesNotContain("TieredStopAtLevel");
        assertThat(launch("list").out()).contains("-XX:TieredStopAtLevel=1").doesNotContain("-Xmx");
    }

    @Test
    void flagsOfTheUserComeLastAndMayChooseTheCollector() throws Exception {
        jarExists();
        Map<String, String> environment =
                Map.of("JAVA_HOME", jdk.toString(), "MESHLOG_JAVA_OPTS", "-Xmx1g -XX:+UseZGC");
        assertThat(launch(checkout.resolve("meshlog"), environment, "serve").out())
                .contains(" -Xmx1g -XX:+UseZGC -jar ")
                .doesNotContain("UseSerialGC");
    }

    @Test
    void nativeAccessIsGrantedWhereJavaAsksForIt() throws Exception {
        jarExists();
        assertThat(launch().out()).doesNotContain("native-access");
        write(jdk.resolve("release"), "JAVA_VERSION=\"25.0.3\"\n");
        assertThat(launch().out()).contains("--enable-native-access=ALL-UNNAMED");
    }

    @Test
    void argumentsKeepTheirCharactersInALocaleWithoutUtf8() throws Exception {
        jarExists();
        program(jdk.resolve("bin/java"), "#!/bin/sh\necho \"locale ${LC_ALL:-as it was}\"\n");
        Path launcher = checkout.resolve("meshlog");
        String home = jdk.toString();
        assertThat(launch(launcher, Map.of("JAVA_HOME", home, "LC_ALL", "C")).out())
                .isEqualTo("locale C.UTF-8\n");
        assertThat(launch(launcher, Map.of("JAVA_HOME", home, "LANG", "de_DE.utf8"))
                        .out())
                .isEqualTo("locale as it was\n");
    }

    @Test
    void whatIsMissingIsNamed() throws Exception {
        Ended none = launch(
                checkout.resolve("meshlog"),
                Map.of("JAVA_HOME", dir.resolve("none").toString()));
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.err()).contains("JAVA_HOME is " + dir.resolve("none")).hasLineCount(1);
        write(jdk.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        assertThat(launch().err())
                .contains("Java 17 or later")
                .contains("is 11")
                .hasLineCount(1);
        write(jdk.resolve("release"), "JAVA_VERSION=\"21\"\n");
        Files.delete(jdk.resolve("bin/javac"));
        Ended noCompiler = launch();
        assertThat(noCompiler.code()).isEqualTo(1);
        assertThat(noCompiler.err()).contains("belongs to no JDK").hasLineCount(1);
    }
}
