package io.meshlog.node.sync;

import io.meshlog.op.Artifact;
import io.meshlog.op.Draft;
import io.meshlog.replica.Input;
import io.meshlog.replica.Outcome;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What waits for the log's thread. */
sealed interface Job {

    /** A request from this node's own clients. */
    sealed interface Local extends Job {
        CompletableFuture<Outcome> answer();
    }

    record Append(Draft draft, @Nullable String assertedBy, CompletableFuture<Outcome> answer) implements Local {}

    record Put(Artifact artifact, CompletableFuture<Outcome> answer) implements Local {}

    record Happened(Input input) implements Job {}

    record Stop() implements Job {}
}
