package io.meshlog.node.sync;

import io.meshlog.drive.Ticket;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Question;
import io.meshlog.replica.RoundResult;

/** Where the core's dealings with peers go. Called on the log's thread; must not block. */
public interface PeerPort {
    /** One {@link RoundPort#heard} with this ticket must follow. */
    void ask(Ticket ticket, Question question);

    /** The core has this answer: what it says of the peer holds from now on. */
    void taken(Ticket ticket, Answer answer);

    void roundEnded(String peer, RoundResult result);

    /** The replica was dropped, and the round with it. */
    void roundLost(String peer, String reason);
}
