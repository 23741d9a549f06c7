package io.meshlog.node.cli.lines;

import io.meshlog.node.cli.client.Document;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Artifacts for people: what they are, not what is in them. */
public final class ArtifactLines {
    private ArtifactLines() {}

    public static List<String> of(Document artifact) {
        return List.of(or(artifact.text("id")) + "  " + or(artifact.text("kind")) + "  "
                + or(artifact.text("size_bytes")) + " bytes  sha256 " + or(artifact.text("sha256")));
    }

    private static String or(@Nullable String text) {
        return text == null ? "?" : text;
    }
}
