package io.meshlog.sim.mutant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The sources that this program was built from. Bugs are planted in them, so there is nothing to try without them. */
public record Checkout(Path root) {
    private static final String MUTANTS = "conflict-sim/src/test/mutants";

    /** @return the checkout that holds {@code start}, or null if none does */
    public static @Nullable Checkout above(Path start) {
        for (Path at = start.toAbsolutePath().normalize(); at != null; at = at.getParent()) {
            if (Files.isDirectory(at.resolve(MUTANTS))) {
                return new Checkout(at);
            }
        }
        return null;
    }

    /** Planted bugs that must be caught, by name. */
    public List<Mutant> mutants() throws IOException, MutantException {
        return in(root.resolve(MUTANTS));
    }

    /** Planted bugs that no check sees yet, by name: they are kept so that the gap is not forgotten. */
    public List<Mutant> surviving() throws IOException, MutantException {
        Path gaps = root.resolve(MUTANTS).resolve("surviving");
        return Files.isDirectory(gaps) ? in(gaps) : List.of();
    }

    private static List<Mutant> in(Path directory) throws IOException, MutantException {
        List<Path> patches;
        try (Stream<Path> files = Files.list(directory)) {
            patches = files.filter(file -> file.toString().endsWith(".patch"))
                    .sorted()
                    .toList();
        }
        List<Mutant> mutants = new java.util.ArrayList<>();
        for (Path patch : patches) {
            String file = String.valueOf(patch.getFileName());
            mutants.add(Mutant.read(file.substring(0, file.length() - ".patch".length()), Files.readString(patch)));
        }
        return mutants;
    }
}
