package io.meshlog.sim.exhaust;

import io.meshlog.op.Op;

/** What happens to one process. Immutable. */
sealed interface Step {
    /** The process dies after so many steps of its core, counted from 0, and recovers; -1 where it does not. */
    int crashAt();

    /** It writes an event. */
    record Write(String eventId, String body, int crashAt) implements Step {}

    /** It takes one op from a peer that offers nothing else. @param peerId the id under which the peer answers */
    record Take(Known op, String peer, String peerId, int crashAt) implements Step {}

    /** It takes an op without its chain, from a peer of the reference kind or from a node that has no more of it. */
    record TakeLoose(Op op, String peer, String peerId, boolean fromReference) implements Step {
        @Override
        public int crashAt() {
            return -1;
        }
    }

    /** Another process begins on a copy of its directory. */
    record CopiedAs(String name) implements Step {
        @Override
        public int crashAt() {
            return -1;
        }
    }
}
