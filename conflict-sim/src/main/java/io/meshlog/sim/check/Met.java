package io.meshlog.sim.check;

import io.meshlog.replica.Incident;
import java.util.EnumMap;
import java.util.Map;

/** Which situations a run came through: a sweep that never met what it is for proves nothing. */
public final class Met {
    /** What a sweep should have met. */
    public enum Situation {
        ROUND("a round that brought all it promised"),
        EQUAL_PHYSICAL("equal physical stamps"),
        TIE("a tie that the replica's id or the chain breaks"),
        CONCURRENT("two vectors of which neither is ahead, at an exchange"),
        AMNESIA("a directory that lost ops"),
        FORK("a fork, found and kept"),
        THREE_WAY("three histories from one point"),
        FORK_OF_FORK("a branch that forks again"),
        SHARED_ID("one event id at two replicas"),
        CONFLICT("one event id with two payloads"),
        REPEATED("a request that was asked again under its key, and found"),
        KEY_AT_TWO("one key at two replicas, each of which wrote its event"),
        REVISED("an event that was delivered again, revised"),
        FAR_FUTURE("a stamp far in the future"),
        UNREADABLE("an unreadable op, relayed"),
        PENDING("an event whose artifact came later"),
        RENEWED("a new identity"),
        REFUSED("something of a peer's that was not taken"),
        BACKWARD("an op written while the wall clock had gone back"),
        BATCH_REFUSED("a request that was refused because of another of its batch"),
        CLEARED("an ask that an answer cleared"),
        TOO_EARLY("an ask in a thread that the one who is asked had ended before"),
        CLAIMS_AT_TWO("two claims of one thing, neither of which knew of the other"),
        CLAIM_LOST("a core at rest that tells a claim that it is lost"),
        LATE_JOINER("one who joined late and got everything from one of the core");

        private final String sentence;

        Situation(String sentence) {
            this.sentence = sentence;
        }

        public String sentence() {
            return sentence;
        }
    }

    private final Map<Situation, Long> counts = new EnumMap<>(Situation.class);

    public void note(Situation situation) {
        counts.merge(situation, 1L, Long::sum);
    }

    public long count(Situation situation) {
        return counts.getOrDefault(situation, 0L);
    }

    public void add(Met other) {
        other.counts.forEach((situation, count) -> counts.merge(situation, count, Long::sum));
    }

    void reported(Incident incident) {
        switch (incident.kind()) {
            case FORK -> note(Situation.FORK);
            case QUARANTINE -> note(Situation.UNREADABLE);
            case ID_CONFLICT -> note(Situation.CONFLICT);
            case IDENTITY -> note(Situation.RENEWED);
            case REFUSED, ARTIFACT_REFUSED -> note(Situation.REFUSED);
            case CLOCK_ANOMALY -> note(Situation.FAR_FUTURE);
            case ARTIFACT_PENDING, AMNESIA -> {}
        }
    }
}
