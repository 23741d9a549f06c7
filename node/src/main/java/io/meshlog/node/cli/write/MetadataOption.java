package io.meshlog.node.cli.write;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.client.Document;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What programs say beside the text for people. */
public final class MetadataOption {
    @Option(names = "--metadata", paramLabel = "JSON", description = "a JSON object, kept literally")
    private @Nullable String metadata;

    /** One JSON object, whole by itself, so that nothing in it can pass for other members; literally, or null. */
    public @Nullable String json() throws CommandFailed {
        if (metadata != null) {
            try {
                Document.parse(metadata);
            } catch (IOException e) {
                throw CommandFailed.usage("--metadata: expected one JSON object, got '" + metadata + "'");
            }
        }
        return metadata;
    }
}
