package io.meshlog.replica;

/** What stands at the other end of a round. */
@FunctionalInterface
public interface Peer {
    Answer answer(Question question);
}
