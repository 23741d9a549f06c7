package io.meshlog.view;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import java.util.List;

/** Something that merging brought to light and that people must see (spec §6): no merge is silent. Immutable. */
public sealed interface Conflict {

    /** In the order in which they are listed. */
    enum Kind {
        ID_CONFLICT,
        FORK,
        CLAIM_LOST,
        CONTRADICTORY_TERMINALS,
        CLOCK_ANOMALY,
        QUARANTINE
    }

    Kind kind();

    /**
     * Ops with one event id say different things (spec §5.3).
     *
     * @param visible what readers see
     */
    record IdConflict(Shown visible) implements Conflict {
        @Override
        public Kind kind() {
            return Kind.ID_CONFLICT;
        }
    }

    /**
     * A history that goes on in several ways (spec §5.4).
     *
     * @param line the line that ended
     * @param lastSeq its last op; 0 where even the first ops differ
     * @param branches the lines that go on from it, by name
     */
    record Fork(Origin line, long lastSeq, List<Origin> branches) implements Conflict {
        @Override
        public Kind kind() {
            return Kind.FORK;
        }
    }

    /** A claim that came second. */
    record ClaimLost(Said lost, Said winner) implements Conflict {
        @Override
        public Kind kind() {
            return Kind.CLAIM_LOST;
        }
    }

    /**
     * Agents whose last words about one thing differ.
     *
     * @param words the newest terminal reply of each agent, in merge order
     */
    record ContradictoryTerminals(About about, List<Said> words) implements Conflict {
        @Override
        public Kind kind() {
            return Kind.CONTRADICTORY_TERMINALS;
        }
    }

    /**
     * An event whose stamp cannot be what its author's clock said.
     *
     * @param reason one sentence
     */
    record ClockAnomaly(Said said, String reason) implements Conflict {
        @Override
        public Kind kind() {
            return Kind.CLOCK_ANOMALY;
        }
    }

    /** An op that this version cannot read: its reading says why. */
    record Quarantine(Op op) implements Conflict {
        @Override
        public Kind kind() {
            return Kind.QUARANTINE;
        }
    }
}
