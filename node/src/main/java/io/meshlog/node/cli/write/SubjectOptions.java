package io.meshlog.node.cli.write;

import io.meshlog.node.json.JsonOut;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What an event is about. */
final class SubjectOptions {
    @Option(names = "--topic", paramLabel = "TOPIC", description = "what it is about, in a few words")
    private @Nullable String topic;

    @Option(names = "--correlation", paramLabel = "ID", description = "the thread that it belongs to")
    private @Nullable String correlation;

    @Option(names = "--branch", paramLabel = "NAME", description = "of the code")
    private @Nullable String branch;

    @Option(names = "--base-commit", paramLabel = "ID", description = "of the code")
    private @Nullable String baseCommit;

    /** @return {@code draft}, with what was given */
    JsonOut in(JsonOut draft) {
        return draft.given("topic", topic)
                .given("correlation_id", correlation)
                .given("branch", branch)
                .given("base_commit", baseCommit);
    }
}
