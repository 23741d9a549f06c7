package io.meshlog.node.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What a figure was measured on. Stateless. */
final class Machine {
    private Machine() {}

    /** Facts by name. @param directory whose disk counts */
    static Map<String, String> facts(Path directory) throws IOException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("memory", (system.getTotalMemorySize() >> 20) + " MiB");
        facts.put("heap", (Runtime.getRuntime().maxMemory() >> 20) + " MiB");
        facts.put("disk", Files.getFileStore(directory).type());
        facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("jdk", System.getProperty("java.vm.name") + " " + Runtime.version());
        facts.put("revision", revision());
        return facts;
    }

    /** The load average over one minute: other work on the machine shows here. */
    static String load() {
        return String.format(
                Locale.ROOT,
                "%.2f",
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    /** What this process used so far, in microseconds: steadier than time on a machine that others use too. */
    static double cpuMicros() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / 1e3;
    }

    private static String revision() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
            return git.waitFor() == 0 ? answer : "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        } catch (IOException e) {
            // No git here: a figure without a revision is still a figure.
            return "unknown";
        }
    }
}
