package io.meshlog.sim.world;

import io.meshlog.replica.Answer;
import io.meshlog.replica.Question;
import io.meshlog.replica.VectorDocument;
import org.jspecify.annotations.Nullable;

/** What stands at the other end of a link. */
interface Endpoint {
    String name();

    /** Whether its process runs. */
    boolean isUp();

    /** Until when it stands still, in virtual milliseconds; in the past where it does not. */
    long pausedUntil();

    /**
     * @param known the document that the asker holds, for a question that is conditional on it
     * @param damage what happens to the answer before the asker reads it
     */
    Answer serve(Question question, @Nullable VectorDocument known, Damage damage);
}
