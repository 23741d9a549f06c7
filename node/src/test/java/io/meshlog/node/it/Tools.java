package io.meshlog.node.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Programs of the system that a test needs, and the right to use them. */
final class Tools {
    /** With {@code -Pci} and {@code -Pfull}: what cannot be tested there is a failure. */
    private static final boolean REQUIRED = Boolean.getBoolean("test.tools.required");

    private Tools() {}

    /** Skips the test where one is missing, and says so. */
    static void need(String... programs) {
        for (String program : programs) {
            need(isSuccess("sh", "-c", "command -v " + program), program + " is not installed");
        }
    }

    static void needRoot() {
        need(isSuccess("sh", "-c", "test \"$(id -u)\" = 0"), "only root may mount");
    }

    static void need(boolean isThere, String otherwise) {
        if (REQUIRED && !isThere) {
            throw new AssertionError(otherwise + ", and here it is required");
        }
        assumeTrue(isThere, otherwise);
    }

    /** @throws AssertionError with what it said, if it fails */
    static void run(String... command) {
        String said = said(command);
        if (said != null) {
            throw new AssertionError(String.join(" ", command) + ": " + said);
        }
    }

    static boolean isSuccess(String... command) {
        return said(command) == null;
    }

    /** @return null for success, else what it said */
    private static String said(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "does not end";
            }
            return process.exitValue() == 0 ? null : said;
        } catch (IOException e) {
            return e.toString();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return e.toString();
        }
    }
}
