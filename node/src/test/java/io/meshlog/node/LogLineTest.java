package io.meshlog.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Spec §9: logs are structured, one line an event, and stdout stays free for programs. */
class LogLineTest {
    private static final String START = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z LogLineTest ";

    private final Logger log = LoggerFactory.getLogger(LogLineTest.class);

    @Test
    void aLineIsLevelTimeLoggerMessageAndPairs() {
        String line = logged(() ->
                log.atInfo().addKeyValue("peer", "a b").addKeyValue("ops", 3).log("round ended"));
        assertThat(line).matches("INFO " + START + "round ended peer=\"a b\" ops=\"3\"\n");
    }

    @Test
    void anEventIsOneLineWhateverItHolds() {
        IllegalStateException failure = new IllegalStateException("two\nlines");
        String line = logged(() -> log.error("first\r\n  second\u2028third \u001b[31m", failure));
        assertThat(line.lines()).hasSize(1);
        assertThat(line)
                .startsWith("ERROR ")
                .contains("first | second | third ?[31m | java.lang.IllegalStateException: two | lines | at ")
                .endsWith("\n");
    }

    @Test
    void whatIsBelowInfoIsQuiet() {
        assertThat(logged(() -> log.debug("nobody asked"))).isEmpty();
    }

    @Test
    void nothingGoesToStdout() {
        PrintStream stdout = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            assertThat(logged(() -> log.warn("careful"))).matches("WARN " + START + "careful\n");
        } finally {
            System.setOut(stdout);
        }
        assertThat(bytes.size()).isZero();
    }

    private static String logged(Runnable action) {
        PrintStream stderr = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(stderr);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
