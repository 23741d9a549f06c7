package io.meshlog.replica;

import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import io.meshlog.vector.Head;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a step wants done, in this order: the driver makes every {@link Commit} durable before it carries out
 * anything that follows it.
 */
public sealed interface Effect
        permits Commit,
                Effect.Answered,
                Effect.Ask,
                Effect.Sign,
                Effect.RenewIdentity,
                Effect.Publish,
                Effect.Report,
                Effect.RoundEnded {

    <R> R dispatchTo(Handler<R> handler);

    /** The answer to a local request. */
    record Answered(long request, Outcome outcome) implements Effect {
        @Override
        public <R> R dispatchTo(Handler<R> handler) {
            return handler.answered(this);
        }
    }

    /** Put a question to a peer; exactly one {@link Input.PeerAnswered} must follow. */
    record Ask(String peer, Question question) implements Effect {
        @Override
        public <R> R dispatchTo(Handler<R> handler) {
            return handler.ask(this);
        }
    }

    /** Sign a chain point of an own line, off the commit path; {@link Input.Signed} must follow. */
    record Sign(Origin base, long seq, Digest chain) implements Effect {
        @Override
        public <R> R dispatchTo(Handler<R> handler) {
            return handler.sign(this);
        }
    }

    /**
     * This replica must not author anything more under {@code old} (spec §2). The driver makes a new key, seals
     * with the old one if it is there, and answers with {@link Input.Renewed} before any further input.
     *
     * @param sealed the old line's signed head, or null where nothing of it is signed
     * @param seal points of the old line that are not signed yet, in order
     */
    record RenewIdentity(
            Origin old, String reason, @Nullable Head sealed, List<Sign> seal) implements Effect {
        @Override
        public <R> R dispatchTo(Handler<R> handler) {
            return handler.renewIdentity(this);
        }
    }

    /** What may be told from now on; wakes whoever waits for news. */
    record Publish(Served served) implements Effect {
        @Override
        public <R> R dispatchTo(Handler<R> handler) {
            return handler.publish(this);
        }
    }

    /** Something people must see. @param peer whose answer brought it, or null where none did */
    record Report(@Nullable String peer, Incident incident) implements Effect {
        @Override
        public <R> R dispatchTo(Handler<R> handler) {
            return handler.report(this);
        }
    }

    /** A round is over; another may begin. */
    record RoundEnded(String peer, RoundResult result) implements Effect {
        @Override
        public <R> R dispatchTo(Handler<R> handler) {
            return handler.roundEnded(this);
        }
    }

    /** One case an effect. */
    interface Handler<R> {
        R commit(Commit effect);

        R answered(Answered effect);

        R ask(Ask effect);

        R sign(Sign effect);

        R renewIdentity(RenewIdentity effect);

        R publish(Publish effect);

        R report(Report effect);

        R roundEnded(RoundEnded effect);
    }
}
