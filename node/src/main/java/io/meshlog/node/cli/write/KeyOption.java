package io.meshlog.node.cli.write;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What makes a retry safe. */
public final class KeyOption {
    @Option(
            names = {"--idempotency-key", "--key"},
            paramLabel = "KEY",
            description = "makes it safe to send the same thing again: it is stored once")
    private @Nullable String key;

    public @Nullable String key() {
        return key;
    }
}
