package io.meshlog.sim.check;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Line;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who reads at one replica after the other. The oracle says what each holds and hears what was told; it decides
 * nothing of what that is.
 */
public interface Traveller {
    /**
     * Reads a while at a replica, or finds that it does not hold what was read elsewhere.
     *
     * @param toTheEnd whether to go on until nothing is left, whatever is not held
     * @return whether it came to the end
     */
    boolean visits(Copy copy, boolean toTheEnd, Told told);

    /**
     * What one replica holds.
     *
     * @param epoch changes where positions given before mean nothing any more
     * @param held every op, those of a line and the loose ones of an origin by seq
     * @param rows event rows by position
     */
    record Copy(String replica, int epoch, SortedMap<Origin, Line> lines, List<Held> held, List<Row> rows) {}

    /**
     * An op that is held.
     *
     * @param line null for a loose one
     * @param position where its event stands; 0 where it cannot be read
     * @param isRevised whether that is not where it stood first
     */
    record Held(Op op, @Nullable Origin line, long position, boolean isRevised) {}

    /** An event as it is shown. */
    record Row(String eventId, long position, boolean isRevised, Held visible, List<Held> hidden) {}

    /** Hears what the reader is told. */
    interface Told {
        /** @param mayRepeat whether the reader asked to go on although something was not held */
        void event(Row row, boolean isRevised, boolean mayRepeat);
    }
}
