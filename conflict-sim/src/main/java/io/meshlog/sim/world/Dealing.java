package io.meshlog.sim.world;

import io.meshlog.drive.Ticket;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Question;
import io.meshlog.replica.VectorDocument;
import io.meshlog.vector.Frontier;
import org.jspecify.annotations.Nullable;

/** What a process remembers of its dealings with one peer, beside its core: as the program's client of that peer. */
final class Dealing {
    private final String peer;
    /** Name of what started the round that runs, or ran last. */
    private String pull = "";

    private int questions;
    private @Nullable Ticket asked;
    /** The last document, whose tag makes the next question conditional. */
    private @Nullable VectorDocument document;
    /** The last that reached the core, or is about to: the round goes on from there before it is {@code document}. */
    private @Nullable VectorDocument heard;

    Dealing(String peer) {
        this.peer = peer;
    }

    void begins(String action) {
        pull = action;
        questions = 0;
    }

    /** @return the exchange's name */
    String asks(Ticket ticket) {
        asked = ticket;
        return pull + "." + ++questions;
    }

    /** How many questions the round has asked so far. */
    int questions() {
        return questions;
    }

    @Nullable
    VectorDocument known(Question question) {
        return question instanceof Question.AskVector vector && vector.isConditional() ? document : null;
    }

    /** What the round that runs, or ran last, was planned from; null where the peer never told, or tells none. */
    @Nullable
    Frontier heard() {
        return heard == null ? null : heard.frontier();
    }

    /** An answer that the round waits for. */
    void hears(Answer answer) {
        if (answer instanceof Answer.Vector vector) {
            heard = vector.document();
        }
    }

    /** @throws IllegalStateException if no question of this round was the last to be asked */
    void taken(Ticket ticket, Answer answer) {
        if (!ticket.equals(asked)) {
            throw new IllegalStateException("an answer of " + peer + " to round " + ticket.round()
                    + " was taken, and the last question is " + asked);
        }
        if (answer instanceof Answer.Vector vector) {
            document = vector.document();
        }
    }
}
