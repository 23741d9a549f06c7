package io.meshlog.sim.mutant;

import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.patch.Patch;
import com.github.difflib.patch.PatchFailedException;
import io.meshlog.sim.check.Invariant;
import io.meshlog.sim.workload.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One planted bug: a unified diff against shipped sources, with a header that says what is broken and what should see
 * it. Immutable.
 *
 * @param what one sentence
 * @param expects ids of invariants, one of which is expected to be reported
 * @param store the tier that it shows on: {@code memory}, or {@code sqlite} for bugs of the store
 * @param profile the one in which it shows soonest, where the others hardly ever show it
 * @param diffs by source file, relative to the checkout
 */
public record Mutant(
        String name,
        String what,
        List<Invariant> expects,
        String store,
        @Nullable String profile,
        SortedMap<String, List<String>> diffs) {
    private static final String OLD = "--- a/";

    /** @throws MutantException if it is not a header and a diff */
    public static Mutant read(String name, String text) throws MutantException {
        String what = "";
        String store = "memory";
        String profile = null;
        List<Invariant> expects = new ArrayList<>();
        SortedMap<String, List<String>> diffs = new TreeMap<>();
        List<String> diff = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith(OLD)) {
                diff = new ArrayList<>(List.of(line));
                if (diffs.put(line.substring(OLD.length()).strip(), diff) != null) {
                    throw new MutantException("patch " + name + ": has two diffs of one file: " + line);
                }
            } else if (!diff.isEmpty()) {
                diff.add(line);
            } else if (line.startsWith("# what:")) {
                what = line.substring("# what:".length()).strip();
            } else if (line.startsWith("# store:")) {
                store = line.substring("# store:".length()).strip();
            } else if (line.startsWith("# profile:")) {
                profile = profile(name, line.substring("# profile:".length()).strip());
            } else if (line.startsWith("# expects:")) {
                expects.addAll(invariants(name, line.substring("# expects:".length())));
            } else if (!line.isBlank() && !line.startsWith("# note:")) {
                throw new MutantException("patch " + name + ": neither header nor diff: " + line);
            }
        }
        if (what.isEmpty() || expects.isEmpty() || diffs.isEmpty()) {
            throw new MutantException("patch " + name + ": needs '# what:', '# expects:' and a diff of '--- a/FILE'");
        }
        return new Mutant(name, what, List.copyOf(expects), store, profile, diffs);
    }

    private static String profile(String name, String label) throws MutantException {
        if (Profile.named(label) == null) {
            throw new MutantException("patch " + name + ": no such profile: " + label);
        }
        return label;
    }

    private static List<Invariant> invariants(String name, String ids) throws MutantException {
        List<Invariant> expects = new ArrayList<>();
        for (String id : ids.strip().split("[ ,]+", -1)) {
            expects.add(Stream.of(Invariant.values())
                    .filter(invariant -> invariant.name().equals(id))
                    .findFirst()
                    .orElseThrow(() -> new MutantException("patch " + name + ": no such invariant: " + id)));
        }
        return expects;
    }

    /**
     * The patched sources by file. Lines may have moved since the patch was made; not one of those that it changes, nor
     * those around, may have changed.
     *
     * @throws MutantException if the patch does not apply
     */
    public SortedMap<String, String> applied(Path root) throws MutantException, IOException {
        SortedMap<String, String> sources = new TreeMap<>();
        for (var diff : diffs.entrySet()) {
            String file = diff.getKey();
            if (!file.contains("src/main/java/") || file.startsWith("conflict-sim/")) {
                throw new MutantException("patch " + name + ": " + file + " is not a source of what is simulated");
            }
            Path source = root.resolve(file);
            if (!Files.isRegularFile(source)) {
                throw new MutantException("patch " + name + " does not apply: there is no " + file);
            }
            sources.put(file, applied(file, Files.readAllLines(source), diff.getValue()));
        }
        return sources;
    }

    private String applied(String file, List<String> source, List<String> diff) throws MutantException {
        Patch<String> patch = UnifiedDiffUtils.parseUnifiedDiff(diff);
        if (patch.getDeltas().isEmpty()) {
            throw new MutantException("patch " + name + ": the diff of " + file + " changes nothing");
        }
        try {
            return String.join("\n", patch.applyFuzzy(source, 0)) + "\n";
        } catch (PatchFailedException | RuntimeException failed) {
            throw new MutantException(
                    "patch " + name + " does not apply to " + file + ": the lines that it changes are not there as it"
                            + " knows them; make it again or drop it",
                    failed);
        }
    }
}
