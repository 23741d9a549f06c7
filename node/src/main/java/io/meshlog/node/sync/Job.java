package io.meshlog.node.sync;

import io.meshlog.drive.Ticket;
import io.meshlog.drive.Worker;
import io.meshlog.op.Artifact;
import io.meshlog.op.Draft;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Input;
import io.meshlog.replica.Outcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What other threads leave for the log's thread, which hands it to its {@link Worker}. */
sealed interface Job {

    void handTo(Worker worker, Waiting waiting, Stamps stamps);

    /** A request from this node's own clients. */
    sealed interface Local extends Job {
        CompletableFuture<Outcome> answer();
    }

    record Append(Draft draft, @Nullable String assertedBy, CompletableFuture<Outcome> answer) implements Local {
        @Override
        public void handTo(Worker worker, Waiting waiting, Stamps stamps) {
            long request = waiting.add(answer);
            worker.append(
                    now -> new Input.Request(request, draft, stamps.eventId(now), stamps.createdAt(now), assertedBy));
        }
    }

    /** @param artifacts with the ids that they get */
    record Batch(
            List<Artifact> artifacts,
            List<Draft> drafts,
            @Nullable String assertedBy,
            CompletableFuture<Outcome> answer)
            implements Local {
        @Override
        public void handTo(Worker worker, Waiting waiting, Stamps stamps) {
            long request = waiting.add(answer);
            worker.batch(now -> {
                String at = stamps.createdAt(now);
                List<Input.Request> events = drafts.stream()
                        .map(draft -> new Input.Request(request, draft, stamps.eventId(now), at, assertedBy))
                        .toList();
                return new Input.Batch(request, artifacts, events, now);
            });
        }
    }

    record Put(Artifact artifact, CompletableFuture<Outcome> answer) implements Local {
        @Override
        public void handTo(Worker worker, Waiting waiting, Stamps stamps) {
            worker.put(waiting.add(answer), artifact);
        }
    }

    record Signed(Input.Signed signature) implements Job {
        @Override
        public void handTo(Worker worker, Waiting waiting, Stamps stamps) {
            worker.signed(signature);
        }
    }

    record StartRound(String peer) implements Job {
        @Override
        public void handTo(Worker worker, Waiting waiting, Stamps stamps) {
            // Where one runs already, whoever asked hears of its end.
            worker.startRound(peer);
        }
    }

    record Heard(Ticket ticket, Answer answer) implements Job {
        @Override
        public void handTo(Worker worker, Waiting waiting, Stamps stamps) {
            worker.heard(ticket, answer);
        }
    }

    record Stop() implements Job {
        @Override
        public void handTo(Worker worker, Waiting waiting, Stamps stamps) {}
    }
}
