package io.meshlog.sim.world;

import io.meshlog.op.Origin;
import io.meshlog.replica.OpLog;
import io.meshlog.sim.log.MemoryLog;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a log is kept on: the tier of a run. A power cut leaves of it exactly what was committed. */
public interface Shelf {
    /** The log as a process that starts finds it. */
    OpLog open();

    /** A copied directory: independent from now on. Only between processes. */
    Shelf copy();

    /** Nobody needs it any more. */
    void discard();

    /**
     * In what its readers are shown something else than they should be, a sentence each. Between steps only.
     *
     * @return nothing where the tier has no readers of its own
     */
    default List<String> differences(Supplier<Shown> expected) {
        return List.of();
    }

    /** The views that are kept beside the log, whatever process has it open; null where none are. */
    default @Nullable Views views() {
        return null;
    }

    /** Makes shelves. */
    interface Maker extends AutoCloseable {
        /** An empty one, for a replica of that id. */
        Shelf make(Origin self);

        @Override
        void close();
    }

    /** In memory. */
    final class Memory implements Shelf {
        private final MemoryLog log;

        private Memory(MemoryLog log) {
            this.log = log;
        }

        /** Shelves that cost nothing to make and to throw away. */
        public static Maker maker() {
            return new Maker() {
                @Override
                public Shelf make(Origin self) {
                    return new Memory(new MemoryLog(self));
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public OpLog open() {
            return log;
        }

        @Override
        public Shelf copy() {
            return new Memory(log.copy());
        }

        @Override
        public void discard() {}
    }
}
