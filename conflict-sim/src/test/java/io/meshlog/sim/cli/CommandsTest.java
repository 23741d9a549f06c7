package io.meshlog.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.meshlog.sim.check.Invariant;
import io.meshlog.sim.check.Violation;
import io.meshlog.sim.fault.FaultLedger;
import io.meshlog.sim.history.CaseFile;
import io.meshlog.sim.history.CaseReader;
import io.meshlog.sim.history.CaseWriter;
import io.meshlog.sim.report.Explanation;
import io.meshlog.sim.run.Cases;
import io.meshlog.sim.run.SimConfig;
import io.meshlog.sim.run.Simulation;
import io.meshlog.sim.run.Verdict;
import io.meshlog.sim.workload.Action;
import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class CommandsTest {
    private static final String[] SMALL = {"--replicas", "3", "--ops", "50"};
    private static final String LAST = "seed=\\d+(\\.\\.\\d+)? build=\\S+ profile=\\w+ events=\\d+ faults=\\d+/\\d+"
            + " virtual=\\S+ wall=\\S+ seeds/s=\\S+ trace=[0-9a-f]{16}";

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private long nanos;

    private int run(Function<SimConfig, Verdict> runner, String... args) {
        out.reset();
        err.reset();
        Terminal terminal = new Terminal(out, err, false, () -> nanos += 100_000_000, () -> 41, "");
        return new CommandShell(terminal, runner).run(args);
    }

    private int run(String... args) {
        return run(Simulation::run, args);
    }

    private static String[] with(String[] more, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of(more));
        return all.toArray(new String[0]);
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private String last() {
        List<String> lines = lines();
        return lines.get(lines.size() - 1);
    }

    private String complaint() {
        List<String> lines = err.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(1);
        assertThat(lines()).isEmpty();
        return lines.get(0);
    }

    /** A real run, with something wrong with it. */
    private static Verdict spoilt(SimConfig config, boolean violated) {
        Verdict v = Simulation.run(config);
        Violation violation = violated
                ? new Violation(Invariant.V9, "made-up", "r1#2", "r2", "expected <a> & \"b\", found \u001b[31m\n")
                : null;
        List<String> debts = violated ? List.of() : List.of("r1 holds, and r2 lacks: r1#2");
        return new Verdict(
                config,
                v.plan(),
                violation,
                violated ? "evt_x" : "",
                debts,
                v.trace(),
                v.events(),
                v.steps(),
                v.virtualMillis(),
                v.faults(),
                v.met(),
                v.fates(),
                v.skipped(),
                List.of("r1"),
                v.heads());
    }

    private static Verdict unbitten(SimConfig config) {
        Verdict v = Simulation.run(config);
        return new Verdict(
                config,
                v.plan(),
                null,
                "",
                List.of(),
                v.trace(),
                v.events(),
                v.steps(),
                v.virtualMillis(),
                new FaultLedger(),
                v.met(),
                v.fates(),
                v.skipped(),
                List.of(),
                v.heads());
    }

    @Test
    void tellsAPassInItsFirstAndLastLine() {
        // Seeds whose faults are known to bite.
        assertThat(run(with(SMALL, "run", "--seeds", "1..3"))).isIn(ExitCode.PASSED, ExitCode.INCONCLUSIVE);
        assertThat(lines().get(0)).matches("seed=1\\.\\.3 build=\\S+ profile=smoke replicas=3 ops=50 store=memory");
        assertThat(last()).matches(LAST).startsWith("seed=1..3 ");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void drawsABlockOfSeedsWhereNobodySaysWhich() {
        assertThat(run(CommandsTest::unbitten, with(SMALL, "run", "--for", "350ms")))
                .isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(lines().get(0)).startsWith("seed=42.. ");
        assertThat(last()).startsWith("seed=42..43 ");
    }

    @Test
    void keepsAFailureAndEndsWithTheCommandThatShowsIt() {
        Path kept = directory.resolve("kept");
        int code = run(c -> spoilt(c, true), with(SMALL, "run", "--seeds", "17..20", "--out", kept.toString()));
        assertThat(code).isEqualTo(ExitCode.VIOLATED);
        List<String> lines = lines();
        assertThat(lines.get(1)).matches("V9/made-up violated at \\d\\d:\\d\\d\\.\\d{3} on r2, seed 17: .*");
        assertThat(lines.get(2)).isEqualTo("  expected <a> & \"b\", found ?[31m ");
        assertThat(lines).anyMatch(line -> line.matches("  subject  r1#2, held by r1, not by( late)? r2 r3"));
        assertThat(lines)
                .anyMatch(line -> line.matches("    \\d\\d:\\d\\d\\.\\d{3} #\\d+ r1 commits r1#2 \\(evt_.*\\)"));
        assertThat(lines).hasSizeLessThanOrEqualTo(Explanation.LINES_MAX + 3);
        assertThat(lines.get(lines.size() - 2)).matches(LAST);
        Path file = kept.resolve("smoke-17.json");
        assertThat(last()).isEqualTo("conflict-sim replay " + file);
        assertThat(file).isRegularFile();
        assertThat(run("replay", file.toString())).isEqualTo(ExitCode.PASSED);
        assertThat(lines()).contains("recorded as V9/made-up r1#2; it passes now");
        assertThat(last()).matches(LAST);
    }

    @Test
    void tellsWhoOwesWhatWhereTheCoreDoesNotConverge() {
        int code = run(c -> spoilt(c, false), with(SMALL, "run", "--seeds", "17", "--out", directory.toString()));
        assertThat(code).isEqualTo(ExitCode.NOT_CONVERGED);
        assertThat(lines().get(1)).startsWith("G1 no convergence by ");
        assertThat(lines()).contains("  r1 holds, and r2 lacks: r1#2");
        assertThat(last()).startsWith("conflict-sim replay ");
    }

    @Test
    void isInconclusiveWhereNothingBit() {
        assertThat(run(CommandsTest::unbitten, with(SMALL, "run", "--seeds", "1..2")))
                .isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(lines().get(1)).startsWith("inconclusive: ");
        assertThat(last()).matches(LAST);
    }

    @Test
    void tellsARunThatCannotBeRepeated() {
        long[] runs = {0};
        Function<SimConfig, Verdict> moody = c -> Simulation.run(c.withSeed(c.seed() + runs[0]++));
        assertThat(run(moody, with(SMALL, "run", "--seeds", "4..4"))).isEqualTo(ExitCode.NOT_DETERMINISTIC);
        assertThat(lines().get(1)).startsWith("G4 not deterministic, seed 4: ");
        assertThat(last())
                .isEqualTo("conflict-sim run --seeds 4..4 --profile smoke --replicas 3 --ops 50 --store memory");
    }

    @Test
    void tellsAnInternalErrorInOneLine() {
        Function<SimConfig, Verdict> broken = c -> {
            throw new IllegalStateException("on purpose");
        };
        assertThat(run(broken, "run", "--json", "--seeds", "1")).isEqualTo(ExitCode.INTERNAL);
        assertThat(complaint()).matches("conflict-sim: internal error: on purpose \\(CommandsTest.java line \\d+\\)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run --seeds 5..1                 | ends before it begins
            run --seeds a..b                 | is no range of seeds such as 1..200
            run --seeds 1..99999999999999999 | at most 10000000 are run
            run --seeds 1..99999999999999999999999 | goes beyond the last seed
            run --seeds 1..                  | is no range of seeds
            run --seeds 1 --for 1s           | give one of them
            run --for 60                     | is no duration such as
            run --for 0s                     | is not between
            run --profile fog                | --profile must be one of smoke swarm calm storm disk clock identity exchange
            run --replicas 1                 | --replicas must be 2 to 1000, found 1
            run --replicas 1001              | --replicas must be 2 to 1000, found 1001
            run --replicas many              | 'many' is no whole number
            run --ops 49                     | --ops must be 50 to 2000, found 49
            run --store tape                 | --store must be memory or sqlite, found 'tape'
            run --nonsense                   | Unknown option: '--nonsense'
            replay                           | Missing required parameter: 'CASE|SEED'
            replay gone.json                 | gone.json: cannot be read: there is no such file
            replay gone.json --ops 50        | go with a seed
            replay 1 --until 0               | --until must be 1 or more, found 0
            replay 99999999999999999999      | cannot be read
            shrink gone.json                 | gone.json: cannot be read: there is no such file
            exhaust --replicas 9             | --replicas must be 2 to 3, found 9
            run --replicas 99999999999       | '99999999999' is beyond every limit
            replay 1 --until never           | 'never' is no whole number
            fly                              | there is no command 'fly'; there are run replay shrink exhaust mutants check; see conflict-sim --help
            """)
    void refusesWrongWordsInOneLine(String command, String complaint) {
        assertThat(run(command.split(" +"))).isEqualTo(ExitCode.USAGE);
        assertThat(complaint()).startsWith("conflict-sim: ").contains(complaint);
    }

    @Test
    void wantsACommand() {
        assertThat(run()).isEqualTo(ExitCode.USAGE);
        assertThat(complaint())
                .contains("a command is missing; there are run replay shrink exhaust mutants check; see conflict-sim");
    }

    /** Nothing is run for a result that could not be kept. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "run --out FILE",
                "run --out FILE/deeper",
                "run --junit DIR",
                "run --junit FILE/x.xml",
                "run --junit /proc/x.xml",
                "replay 1 --history DIR",
                "replay 1 --history DIR/none/x.jsonl",
                "replay FILE --history FILE",
                "shrink FILE --output DIR"
            })
    void findsOutBeforehandWhatCannotBeWritten(String command) throws Exception {
        CaseFile small = Cases.of(Simulation.run(new SimConfig(3, Profile.CALM, new PlanMaker.Size(2, 50), "memory")));
        Path file = directory.resolve("file");
        CaseWriter.write(small, file);
        String words = command.replace("FILE", file.toString()).replace("DIR", directory.toString());
        Function<SimConfig, Verdict> never = c -> {
            throw new AssertionError("it ran");
        };
        assertThat(run(never, words.split(" +"))).isEqualTo(ExitCode.USAGE);
        String complaint = err.toString(StandardCharsets.UTF_8);
        assertThat(complaint.lines()).hasSize(1);
        assertThat(complaint)
                .contains(command.replaceAll(".*(--[a-z]+).*", "$1"))
                .doesNotContain("Exception");
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).containsExactly(file);
        }
        assertThat(CaseReader.read(file)).isEqualTo(small);
    }

    @Test
    void doesNotPassWhereNobodyGotItsOutput() {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        Terminal terminal = new Terminal(closed, err, false, () -> nanos += 100_000_000, () -> 41, "");
        int code = new CommandShell(terminal, null).run(with(SMALL, "replay", "1"));
        assertThat(code).isEqualTo(ExitCode.INTERNAL);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("what was printed did not arrive");
    }

    @Test
    void showsOnATerminalHowFarARunIs() {
        Terminal terminal = new Terminal(out, err, true, () -> nanos += 100_000_000, () -> 41, "");
        new CommandShell(terminal, null).run(with(SMALL, "run", "--seeds", "8"));
        assertThat(err.toString(StandardCharsets.UTF_8)).containsPattern("seed 8 at event \\d+, 00:");
    }

    @Test
    void endsAnEndlessRunAsAnInternalError() {
        Function<SimConfig, Verdict> endless = c -> {
            throw new StackOverflowError();
        };
        assertThat(run(endless, "run", "--json", "--seeds", "1")).isEqualTo(ExitCode.INTERNAL);
        assertThat(complaint()).contains("calls nest too deep");
        Function<SimConfig, Verdict> large = c -> {
            throw new OutOfMemoryError();
        };
        assertThat(run(large, "run", "--json", "--seeds", "1")).isEqualTo(ExitCode.INTERNAL);
        assertThat(complaint()).contains("there is not enough memory");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "replay", "shrink", "exhaust", "mutants", "check"})
    void explainsEachCommand(String command) {
        assertThat(run(command, "--help")).isZero();
        assertThat(lines().get(0)).startsWith("Usage: conflict-sim " + command);
        assertThat(String.join("\n", lines())).doesNotContain("${");
    }

    @Test
    void tellsItsVersion() {
        assertThat(run("--version")).isZero();
        assertThat(lines().get(0)).startsWith("conflict-sim ");
        assertThat(run("--help")).isZero();
        assertThat(String.join("\n", lines())).contains("replay", "Exit codes").doesNotContain("${");
    }

    @Test
    void printsOneDocumentForPrograms() throws Exception {
        run(with(SMALL, "run", "--seeds", "1..2", "--json"));
        assertThat(lines()).hasSize(1);
        JsonNode passed = new ObjectMapper().readTree(lines().get(0));
        assertThat(passed.get("runs").asInt()).isEqualTo(2);
        assertThat(passed.get("obligations")).isNotEmpty();
        run(c -> spoilt(c, true), with(SMALL, "run", "--seeds", "1", "--json", "--out", directory.toString()));
        assertThat(lines()).hasSize(1);
        JsonNode failed = new ObjectMapper().readTree(lines().get(0));
        assertThat(failed.get("exit").asInt()).isEqualTo(ExitCode.VIOLATED);
        assertThat(failed.at("/failure/invariant").asText()).isEqualTo("V9");
        assertThat(failed.at("/failure/kind").asText()).isEqualTo("made-up");
        assertThat(failed.get("reproduce").asText()).startsWith("conflict-sim replay ");
        run(with(SMALL, "replay", "1", "--json"));
        assertThat(lines()).hasSize(1);
        assertThat(new ObjectMapper().readTree(lines().get(0)).get("ending").asText())
                .isEqualTo("passed");
    }

    @Test
    void writesXmlForBuildServers() throws Exception {
        Path xml = directory.resolve("reports/sim.xml");
        run(
                c -> spoilt(c, true),
                with(SMALL, "run", "--seeds", "1", "--junit", xml.toString(), "--out", directory.toString()));
        Element suite = parsed(xml);
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        Element failure = (Element) suite.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("type")).isEqualTo("V9/made-up");
        assertThat(failure.getTextContent()).contains("expected <a> & \"b\"");
        assertThat(failure.getAttribute("message")).startsWith("V9/made-up violated at ");
        run(CommandsTest::unbitten, with(SMALL, "run", "--seeds", "1", "--junit", xml.toString()));
        assertThat(parsed(xml).getAttribute("skipped")).isEqualTo("1");
    }

    private static Element parsed(Path xml) throws Exception {
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(xml.toFile());
        assertThat(document.getElementsByTagName("testcase").getLength()).isEqualTo(1);
        return document.getDocumentElement();
    }

    @Test
    void stepsThroughARunUpToAnEvent() {
        assertThat(run(with(SMALL, "replay", "3", "--until", "20", "--step"))).isZero();
        assertThat(lines()).anyMatch(line -> line.matches("#20 \\d\\d:\\d\\d\\.\\d{3} .*"));
        assertThat(lines()).noneMatch(line -> line.startsWith("#21 "));
        assertThat(lines()).contains("after event #20:").anyMatch(line -> line.startsWith("  r1 tells "));
        assertThat(last()).matches(LAST).contains(" events=20 ");
        assertThat(run(with(SMALL, "replay", "3", "--until", "1000000"))).isZero();
        assertThat(lines())
                .anyMatch(line -> line.matches("the run ended with event #\\d+, before #1000000:"))
                .anyMatch(line -> line.startsWith("everything held until "));
    }

    @Test
    void looksOnWithoutChangingTheRun() {
        Verdict seen = Simulation.run(
                new SimConfig(9, Profile.SWARM, new PlanMaker.Size(3, 50), "memory"),
                new io.meshlog.sim.report.StepPrinter(line -> {}, true, Long.MAX_VALUE));
        Verdict unseen = Simulation.run(new SimConfig(9, Profile.SWARM, new PlanMaker.Size(3, 50), "memory"));
        assertThat(seen.trace()).isEqualTo(unseen.trace());
    }

    @Test
    void saysWhatACaseHoldsThatNothingMeets() throws Exception {
        Verdict run = Simulation.run(new SimConfig(3, Profile.CALM, new PlanMaker.Size(3, 50), "memory"));
        Path file = directory.resolve("case.json");
        String text = CaseWriter.text(Cases.of(run)).replaceFirst("\\{\"do\": \"pull\"", "{\"do\": \"push\"");
        Files.writeString(file, text);
        assertThat(run("replay", file.toString())).isZero();
        assertThat(lines())
                .anyMatch(line -> line.contains("do is \"push\", which this version does not know: left out"))
                .anyMatch(line -> line.contains("fates fitted nothing and were left out: "));
    }

    @Test
    void saysFirstWhatACaseIsAndNotWhatItsSeedAskedFor() throws Exception {
        CaseFile of = Cases.of(Simulation.run(new SimConfig(3, Profile.CALM, new PlanMaker.Size(4, 50), "memory")));
        Path file = directory.resolve("case.json");
        CaseWriter.write(of.with(of.plan().with(of.plan().actions().subList(0, 3)), of.fates()), file);
        run("replay", file.toString());
        long appends = of.plan().actions().subList(0, 3).stream()
                .filter(Action.Append.class::isInstance)
                .count();
        assertThat(lines().get(0))
                .matches("seed=3 build=\\S+ profile=calm replicas=4 ops=" + appends
                        + " store=memory actions=3 fates=\\d+ case=.*case.json");
    }

    @Test
    void leavesOutWhatNamesSomebodyWhoIsNowhere() throws Exception {
        CaseFile of = Cases.of(Simulation.run(new SimConfig(3, Profile.CALM, new PlanMaker.Size(3, 50), "memory")));
        List<Action> actions = new ArrayList<>(of.plan().actions());
        actions.add(new Action.Pull("px", 5, "r1", "r77"));
        actions.add(new Action.Read("rx", 5, "r78"));
        actions.add(new Action.Cut("cx", 5, "r1", List.of("r1>r2", "r2>r79"), Long.MAX_VALUE));
        Path file = directory.resolve("case.json");
        CaseWriter.write(of.with(of.plan().with(actions), of.fates()), file);
        assertThat(run("replay", file.toString())).isZero();
        assertThat(lines())
                .contains(
                        "action px names r77, which the case has nowhere: left out",
                        "action rx names r78, which the case has nowhere: left out",
                        "action cx names r79, which the case has nowhere: left out");
        assertThat(Cases.replay(CaseReader.read(file)).verdict().skipped()).contains("px", "rx", "cx");
    }

    @Test
    void provesNothingWithACaseThatDoesNothing() throws Exception {
        CaseFile of = Cases.of(Simulation.run(new SimConfig(3, Profile.CALM, new PlanMaker.Size(3, 50), "memory")));
        Path file = directory.resolve("case.json");
        CaseWriter.write(of.with(of.plan().with(List.of()), of.fates()), file);
        assertThat(run("replay", file.toString())).isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(lines()).contains("inconclusive: the case has no actions, so nothing was tried");
        assertThat(run("replay", file.toString(), "--json")).isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(new ObjectMapper().readTree(lines().get(0)).get("ending").asText())
                .isEqualTo("inconclusive");
        CaseWriter.write(of.with(of.plan().with(List.of(new Action.Pull("px", 5, "r1", "r77"))), of.fates()), file);
        assertThat(run("replay", file.toString())).isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(lines()).contains("inconclusive: none of its actions fits, so nothing was tried");
    }

    @Test
    void beginsAndEndsExhaustingInTheFormOfRuns() {
        assertThat(run("exhaust", "--replicas", "2", "--ops", "2")).isZero();
        assertThat(lines().get(0)).matches("build=\\S+ profile=exhaust replicas=2 ops=2");
        assertThat(last())
                .matches("build=\\S+ profile=exhaust replicas=2 ops=2 settings=\\d+ orders=\\d+ states=\\d+"
                        + " steps=\\d+ wall=\\S+");
    }

    @Test
    void checksAHistoryAsItChecksARun() throws Exception {
        Path file = directory.resolve("history.jsonl");
        assertThat(run(with(SMALL, "replay", "2", "--profile", "identity", "--history", file.toString())))
                .isZero();
        assertThat(run("check", file.toString())).isEqualTo(ExitCode.PASSED);
        assertThat(lines().get(0)).matches("build=\\S+ profile=check history=.*history.jsonl");
        assertThat(lines().get(1)).startsWith("everything held: ");
        assertThat(last()).matches("build=\\S+ profile=check history=.* lines=\\d+ events=\\d+ virtual=\\S+ wall=\\S+");
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.removeIf(line -> line.contains("\"event\":\"rest\""));
        Files.write(file, lines);
        assertThat(run("check", file.toString())).isEqualTo(ExitCode.INCONCLUSIVE);
        lines.removeIf(line -> line.contains("\"event\":\"committed\""));
        Files.write(file, lines);
        assertThat(run("check", file.toString())).isEqualTo(ExitCode.VIOLATED);
        assertThat(lines().get(1)).matches("[A-Z]\\d+/[a-z-]+ violated at .*");
        assertThat(last()).isEqualTo("conflict-sim check " + file);
        Files.writeString(file, "no history");
        assertThat(run("check", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("history.jsonl: line 1: it is not JSON");
    }
}
