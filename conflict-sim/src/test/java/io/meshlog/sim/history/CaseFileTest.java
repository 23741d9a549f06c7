package io.meshlog.sim.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshlog.sim.fault.Fate;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.run.Cases;
import io.meshlog.sim.run.SimConfig;
import io.meshlog.sim.run.Simulation;
import io.meshlog.sim.run.Verdict;
import io.meshlog.sim.workload.Action;
import io.meshlog.sim.workload.LieKind;
import io.meshlog.sim.workload.Plan;
import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CaseFileTest {
    @TempDir
    Path directory;

    /** One of every kind. */
    private static List<Action> everyKind() {
        return List.of(
                new Action.Append(
                        "a1", 0, "r1", "e1", "a \"body\"\n\u00e9\ud83d\ude00", null, List.of("art_a1", "art_a2")),
                new Action.Append("a2", 1, "r2", "e1", "", "agent@r1", List.of()),
                new Action.Put("a3", 2, "r1", "a1", "content"),
                new Action.Pull("a4", 3, "r1", "r2"),
                new Action.Read("a5", 4, "r1"),
                new Action.Kill("a6", 5, "r1", 10),
                new Action.CrashInWrite("a7", 6, "r1", 3, true, 10),
                new Action.CrashAfterCommit("a8", 7, "r1", 0, 10),
                new Action.Pause("a9", 8, "r1", 10),
                new Action.DiskFull("b1", 9, "r1", 10),
                new Action.DiskError("b2", 10, "r1", 1, false),
                new Action.Cut("b3", 11, "r1", List.of("r1>r2", "r2>r1"), Long.MAX_VALUE),
                new Action.ClockJump("b4", 12, "r1", -7_200_000),
                new Action.ClockDrift("b5", 13, "r1", -900),
                new Action.ClockFreeze("b6", 14, "r1", 10),
                new Action.ClockFar("b7", 15, "r1", 0, 10),
                new Action.SlowSigner("b8", 16, "r1", 100, 10),
                new Action.Backup("b9", 17, "r1", "x"),
                new Action.Restore("c1", 18, "r1", "x", true),
                new Action.Copy("c2", 19, "r1", "c"),
                new Action.Wipe("c3", 20, "r1", Action.Wipe.What.ALL),
                new Action.Renew("c4", 21, "r1"),
                new Action.Lie("c5", 22, "r1", "r2", LieKind.FORGED_OP),
                new Action.HubWrite("c6", 23, "h1", "e", "b", 2, "r1"),
                new Action.HubPull("c7", 24, "h1", "r1"),
                new Action.HubReset("c8", 25, "h1", 3),
                new Action.NewerWrite("c9", 26, "x1", "e", false),
                new Action.FailedSync("d1", 27, "r1", 1, -1, 7),
                new Action.Append("z9", 99, "r2", "k1", "keyed", null, List.of(), "k1"),
                new Action.Ask("za", 100, "r1", "e2", "agent@r1", "*", "e1", true),
                new Action.Ask("zb", 100, "r1", "e3", "agent@r1", "agent@r2", null, false),
                new Action.Reply("zc", 101, "r2", "e4", "agent@r2", "e3", "claimed", true),
                new Action.Batch("zd", 102, "r1", List.of("e5", "e6"), "agent@r2", "a9"),
                new Action.Patch("ze", 103, "r1", "e7", "a7", "content"));
    }

    private static CaseFile sample(List<Action> actions) {
        SortedMap<String, Fate> fates = new TreeMap<>();
        for (Fate.Kind kind : Fate.Kind.values()) {
            fates.put("a4." + kind.ordinal(), new Fate(kind, 3, 4, 5));
        }
        return new CaseFile(
                new Build("1.2.3", "abc"),
                "17.0.1",
                -17,
                Profile.SMOKE,
                new PlanMaker.Size(2, 50),
                "memory",
                new CaseFile.Failure("V9", "told", "r1#7", "evt_e7", "r2", "expected this, found that"),
                "0123456789abcdef",
                new Plan(
                        List.of(
                                new Plan.Setup("r1", 500, 1, 5, -3, false),
                                new Plan.Setup("r2", 1, 0, 1, 90_000, true)),
                        List.of("h1"),
                        List.of("x1"),
                        List.of(FaultKind.values()),
                        actions,
                        1_000,
                        List.of("r1")),
                fates,
                new TreeMap<>(SortedMaps.of("a1", "because", "a4.1", "because of that")),
                List.of());
    }

    /** In order, as cases keep them. */
    private static final class SortedMaps {
        static SortedMap<String, String> of(String a, String x, String b, String y) {
            SortedMap<String, String> map = new TreeMap<>();
            map.put(a, x);
            map.put(b, y);
            return map;
        }
    }

    private static CaseFile read(String text) throws BadFile {
        return CaseReader.read("a.json", text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void comesBackAsItWasWritten() throws Exception {
        CaseFile written = sample(everyKind());
        Path file = directory.resolve("deep/er/case.json");
        CaseWriter.write(written, file);
        assertThat(CaseReader.read(file)).isEqualTo(written);
        assertThat(Stream.of(Action.class.getPermittedSubclasses()))
                .as("every kind of action is in the sample")
                .allMatch(kind -> everyKind().stream().anyMatch(kind::isInstance));
    }

    @Test
    void standsOnOneLineAnAction() {
        String text = CaseWriter.text(sample(everyKind()));
        assertThat(text.lines())
                .contains("    {\"do\": \"crash-in-write\", \"id\": \"a7\", \"at\": 6, \"actor\": \"r1\", \"write\": 3,"
                        + " \"kept\": true, \"downMillis\": 10},")
                .contains("    \"a4.2\": {\"kind\": \"lose-answer\", \"toMillis\": 3, \"backMillis\": 4,"
                        + " \"extraMillis\": 5},");
    }

    @Test
    void namesEachFieldThatItPassesOverWhereverItStands() throws BadFile {
        String text = CaseWriter.text(sample(List.of()))
                .replace("\"format\":", "\"x1\": 1,\n  \"format\":")
                .replace("{\"version\":", "{\"x2\": 1, \"version\":")
                .replace("{\"seed\":", "{\"x3\": 1, \"seed\":")
                .replace("{\"invariant\":", "{\"x4\": 1, \"invariant\":")
                .replace("\"setup\": {", "\"setup\": {\"x5\": {},")
                .replace("{\"name\": \"r2\",", "{\"x6\": 1, \"name\": \"r2\",")
                .replace("{\"kind\": \"cut\",", "{\"x7\": 1, \"kind\": \"cut\",");
        assertThat(read(text).unread())
                .containsExactlyInAnyOrder(
                        "\"x1\" says nothing to this version: passed over",
                        "build: \"x2\" says nothing to this version: passed over",
                        "config: \"x3\" says nothing to this version: passed over",
                        "failure: \"x4\" says nothing to this version: passed over",
                        "setup: \"x5\" says nothing to this version: passed over",
                        "setup.replicas[1]: \"x6\" says nothing to this version: passed over",
                        "fates.a4.4: \"x7\" says nothing to this version: passed over");
    }

    @Test
    void readsACaseOfTheTimeBeforeKinds() throws BadFile {
        String text = CaseWriter.text(sample(everyKind()));
        CaseFile.Failure old = read(text.replace("\"kind\": \"told\", ", "")).failure();
        assertThat(old).isNotNull();
        assertThat(old.name()).isEqualTo("V9");
        assertThat(old.isLike(read(text).failure()))
                .as("it says less, and that is so")
                .isTrue();
    }

    @Test
    void tellsAFailureOfAnotherKindFromItsOwn() {
        CaseFile.Failure told = new CaseFile.Failure("A3", "state", "", "", "r2", "");
        assertThat(told.isLike(new CaseFile.Failure("A3", "state", "", "", "r1", "elsewhere")))
                .isTrue();
        assertThat(told.isLike(new CaseFile.Failure("A3", "rest", "", "", "r2", "")))
                .isFalse();
    }

    @Test
    void leavesNothingBesideTheFile() throws IOException {
        CaseWriter.write(sample(List.of()), directory.resolve("case.json"));
        CaseWriter.write(sample(everyKind()), directory.resolve("case.json"));
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(directory.resolve("case.json"));
        }
    }

    @Test
    void passesOverWhatOnlyALaterVersionKnows() throws BadFile {
        String text = CaseWriter.text(sample(everyKind()))
                .replace("{\"do\": \"pull\", ", "{\"do\": \"teleport\", ")
                .replace("\"lie\": \"forged-op\"", "\"lie\": \"perfect\"")
                .replace("\"do\": \"read\", ", "\"do\": \"read\", \"mood\": 7, ")
                .replace("{\"kind\": \"garbage\"", "{\"kind\": \"gone\"")
                .replace("\"latency\"", "\"weather\"");
        CaseFile read = read(text);
        assertThat(read.plan().actions())
                .extracting(Action::id)
                .doesNotContain("a4", "c5")
                .contains("a5");
        assertThat(read.fates()).doesNotContainKey("a4.5").containsKey("a4.4");
        assertThat(read.unread())
                .containsExactly(
                        "setup.faults names \"weather\", which this version does not know",
                        "actions[3] (a4): do is \"teleport\", which this version does not know: left out",
                        "actions[4] (a5): \"mood\" says nothing to this version: passed over",
                        "actions[22] (c5): lie is \"perfect\", which this version does not know: left out",
                        "fates.a4.5: kind is \"gone\", which this version does not know: left out");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "conflict-sim-case-1"   | "conflict-sim-case-2" | format must be "conflict-sim-case-1", found "conflict-sim-case-2"
            "profile": "smoke"      | "profile": "fog"      | config.profile must be one of smoke swarm calm storm disk clock identity exchange, found "fog"
            "replicas": 2,          | "replicas": 1001,     | config.replicas must be a whole number from 1 to 1000, found 1001
            "store": "memory"       | "store": "tape"       | config.store must be memory or sqlite, found "tape"
            "jdk": "17.0.1"         | "jdk": 17             | jdk must be a text, found 17
            "at": 6,                | "at": -6,             | actions[6].at must be a whole number from 0 to 1000000000, found -6
            "write": 3              | "write": 3.5          | actions[6].write must be a whole number from 1 to 1000000, found 3.5
            "kept": true            | "kept": "yes"         | actions[6].kept must be true or false, found "yes"
            "id": "a2",             | "id": "a1",           | actions[1].id must be a name that no other action has, found "a1"
            "peer": "r2"}           | "pear": "r2"}         | actions[3].peer is missing
            "core": ["r1"]          | "core": []            | setup.core must be names of one or more of the replicas r1 r2, found an array
            "core": ["r1"]          | "core": ["r3"]        | setup.core must be names of one or more of the replicas r1 r2, found an array
            "name": "r2"            | "name": "r1"          | setup.replicas[1].name must be a name that no other replica has, found "r1"
            "fates": {              | "fates": 1, "f": {    | fates must be an object, found 1
            "pageOps": 500          | "pageOps": 0          | setup.replicas[0].pageOps must be a whole number from 1 to 1000000, found 0
            """)
    void saysInOneLineWhatIsWrong(String part, String otherwise, String complaint) {
        String text = CaseWriter.text(sample(everyKind()));
        assertThat(text).contains(part);
        String broken =
                text.substring(0, text.indexOf(part)) + otherwise + text.substring(text.indexOf(part) + part.length());
        BadFile bad = catchThrowableOfType(BadFile.class, () -> read(broken));
        assertThat(bad.line()).isEqualTo("a.json: " + complaint);
    }

    @Test
    void refusesWhatIsNoCaseAtAll() throws IOException {
        for (String text : List.of("", "case", "[]", "null", "{}", "{\"format\": \"x\"} {}", "{\"a\": 1, \"a\": 2}")) {
            BadFile bad = catchThrowableOfType(BadFile.class, () -> read(text));
            assertThat(bad.line()).startsWith("a.json: ").doesNotContain("\n");
        }
        byte[] binary = {(byte) 0xff, (byte) 0xfe, 0, 1, 2};
        Path file = Files.write(directory.resolve("binary"), binary);
        assertThat(catchThrowableOfType(BadFile.class, () -> CaseReader.read(file))
                        .line())
                .startsWith(file + ": is not JSON")
                .doesNotContain("\n");
        Path gone = directory.resolve("gone.json");
        assertThat(catchThrowableOfType(BadFile.class, () -> CaseReader.read(gone))
                        .line())
                .isEqualTo(gone + ": cannot be read: there is no such file");
        assertThat(catchThrowableOfType(BadFile.class, () -> CaseReader.read(directory))
                        .line())
                .startsWith(directory + ": cannot be read")
                .doesNotContain("\n");
        String half = CaseWriter.text(sample(everyKind()));
        assertThat(catchThrowableOfType(BadFile.class, () -> read(half.substring(0, half.length() / 2)))
                        .line())
                .startsWith("a.json: is not JSON at line ");
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void isTheSameRunAsItsSeed(Profile profile) throws Exception {
        Verdict run = Simulation.run(new SimConfig(5, profile, new PlanMaker.Size(4, 60), "memory"));
        Path file = directory.resolve("case.json");
        CaseWriter.write(Cases.of(run), file);
        CaseFile read = CaseReader.read(file);
        Cases.Replayed replayed = Cases.replay(read);
        assertThat(replayed.verdict().trace()).isEqualTo(run.trace());
        assertThat(replayed.isExact(read)).isTrue();
        assertThat(replayed.unused()).isEmpty();
        assertThat(replayed.verdict().passed()).isEqualTo(run.passed());
        assertThat(replayed.verdict().fates()).isEqualTo(run.fates());
    }

    @Test
    void reportsFatesThatNothingMeets() {
        Verdict run = Simulation.run(new SimConfig(5, Profile.CALM, new PlanMaker.Size(3, 50), "memory"));
        CaseFile of = Cases.of(run);
        SortedMap<String, Fate> more = new TreeMap<>(of.fates());
        more.put("nobody.1", new Fate(Fate.Kind.CUT, 1, 1, 0));
        assertThat(Cases.replay(of.with(of.plan(), more)).unused()).containsExactly("nobody.1");
    }
}
