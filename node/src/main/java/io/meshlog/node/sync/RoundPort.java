package io.meshlog.node.sync;

import io.meshlog.drive.Ticket;
import io.meshlog.replica.Answer;

/** What peers bring to the thread that owns the log. Safe to call from any thread; never blocks. */
public interface RoundPort {
    /** A round is wanted. It ends once, whatever becomes of it; until then no other is wanted with this peer. */
    void startRound(String peer);

    /** The answer to the question that came with this ticket; where its round is gone it counts for nothing. */
    void heard(Ticket ticket, Answer answer);
}
