package io.meshlog.node.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Artifacts for people: what they are, not what is in them. */
final class ArtifactLines {
    private ArtifactLines() {}

    static List<String> of(Document artifact) {
        return List.of(or(artifact.text("id")) + "  " + or(artifact.text("kind")) + "  "
                + or(artifact.text("size_bytes")) + " bytes  sha256 " + or(artifact.text("sha256")));
    }

    private static String or(@Nullable String text) {
        return text == null ? "?" : text;
    }
}
