package io.meshlog.sim.log;

import static io.meshlog.sim.log.Transaction.require;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.OpKey;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** Every op held: in arrival order, and by where it stands. */
final class HeldOps {
    private final Numbered<Row> rows;
    private final ChainedOps chained;
    private final LooseOps loose;
    private final List<MemoryLog.Held> view = new View();
    private long nextNumber = 1;

    HeldOps() {
        this(new Numbered<>(Row::number), new ChainedOps(), new LooseOps());
    }

    private HeldOps(Numbered<Row> rows, ChainedOps chained, LooseOps loose) {
        this.rows = rows;
        this.chained = chained;
        this.loose = loose;
    }

    HeldOps copy() {
        HeldOps copy = new HeldOps(rows.copy(), chained.copy(), loose.copy());
        copy.nextNumber = nextNumber;
        return copy;
    }

    ChainedOps chained() {
        return chained;
    }

    LooseOps loose() {
        return loose;
    }

    int size() {
        return rows.size();
    }

    /** In arrival order, as they stand whenever it is looked at; unmodifiable. */
    List<MemoryLog.Held> view() {
        return view;
    }

    void split(Commit.Split split, Transaction tx) {
        for (Row row : chained.split(split.from(), split.lastSeq(), split.to(), tx)) {
            rows.replace(row, tx);
        }
    }

    /** @throws IllegalStateException if it is not here */
    Arrived drop(OpKey key, Transaction tx) {
        Row row = find(key);
        if (row == null) {
            throw new IllegalStateException("dropped " + key + ", which is not here");
        }
        if (key.isLoose()) {
            loose.drop(row.op(), tx);
        } else {
            chained.drop(row, tx);
        }
        rows.remove(row.number(), tx);
        return row.arrived();
    }

    /** @throws IllegalStateException if it is here, or cannot stand where it is to */
    Arrived add(Commit.NewOp arriving, Transaction tx) {
        Op op = arriving.op();
        Origin line = arriving.line();
        require(op.isChained() == (line != null), () -> op + " cannot stand there");
        require(find(OpKey.of(op)) == null, () -> op + " is here already");
        // A number that a refused commit took is not missed.
        Arrived arrived = new Arrived(nextNumber++, op, arriving.pendingArtifacts());
        Row row = new Row(arrived, new MemoryLog.Held(op, line, arriving.pendingArtifacts()));
        if (line == null) {
            loose.add(row, tx);
        } else {
            chained.add(row, line, tx);
        }
        rows.add(row, tx);
        return arrived;
    }

    /** @throws IllegalStateException if the op is not here */
    void sign(Commit.Signed signed, Transaction tx) {
        Row before = chained.on(signed.line()).get(signed.seq());
        if (before == null) {
            throw new IllegalStateException("signed an op that is not here");
        }
        Row row = before.signed(signed.sig());
        chained.replace(row, tx);
        rows.replace(row, tx);
    }

    private @Nullable Row find(OpKey key) {
        return key.isLoose() ? loose.find(key.origin(), key.seq(), key.eventId()) : chained.find(key);
    }

    private final class View extends AbstractList<MemoryLog.Held> implements RandomAccess {
        @Override
        public MemoryLog.Held get(int index) {
            return rows.get(index).held();
        }

        @Override
        public int size() {
            return rows.size();
        }
    }
}
