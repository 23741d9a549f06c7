package io.meshlog.replica;

import io.meshlog.op.Digest;
import io.meshlog.op.Limits;
import io.meshlog.op.Origin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Own ops that no signature proves yet, in the order they were authored (spec §3.4). One point is with the
 * signer at a time; the next one is as far ahead as the rule allows: at most 100 ops or 1 MiB, so a busy
 * author signs seldom and an idle one has signed everything.
 */
final class Unsigned {
    private final Deque<RecoveredState.UnsignedOp> ops;
    private Effect.@Nullable Sign asked;

    Unsigned(List<RecoveredState.UnsignedOp> recovered) {
        this.ops = new ArrayDeque<>(recovered);
    }

    void add(RecoveredState.UnsignedOp op) {
        ops.add(op);
    }

    /** The point to sign now, or null while the signer is busy or nothing is left. */
    Effect.@Nullable Sign ask() {
        if (asked != null || ops.isEmpty()) {
            return null;
        }
        asked = nextPoint(ops);
        return asked;
    }

    /** Every point that must be signed for all ops to be proved. */
    List<Effect.Sign> all() {
        List<Effect.Sign> points = new ArrayList<>();
        Deque<RecoveredState.UnsignedOp> left = new ArrayDeque<>(ops);
        while (!left.isEmpty()) {
            Effect.Sign point = nextPoint(left);
            points.add(point);
            removeUpTo(left, point.seq());
        }
        return points;
    }

    /** Takes a signed point out. @return its entry, or null if that point is not waiting for a signature */
    RecoveredState.@Nullable UnsignedOp signed(Origin base, long seq, Digest chain) {
        asked = null;
        for (RecoveredState.UnsignedOp op : ops) {
            if (op.seq() == seq && op.chain().equals(chain) && op.line().base().equals(base)) {
                removeUpTo(ops, seq);
                return op;
            }
        }
        return null;
    }

    /** A line's rest got another name. */
    void renamed(Commit.Split split) {
        List<RecoveredState.UnsignedOp> renamed = new ArrayList<>();
        for (RecoveredState.UnsignedOp op : ops) {
            boolean moves = op.line().equals(split.from()) && op.seq() > split.lastSeq();
            renamed.add(moves ? new RecoveredState.UnsignedOp(split.to(), op.op(), op.bytes()) : op);
        }
        ops.clear();
        ops.addAll(renamed);
    }

    /** Another's signature of a later op proved some of them: they need none, and one that comes late says nothing. */
    void dropProved(Forest forest) {
        ops.removeIf(op -> {
            Line line = forest.get(op.line());
            return line != null && op.seq() <= line.signedSeq();
        });
    }

    List<RecoveredState.UnsignedOp> left() {
        return List.copyOf(ops);
    }

    /** What is left belongs to a key that is gone. */
    List<RecoveredState.UnsignedOp> takeAll() {
        List<RecoveredState.UnsignedOp> left = left();
        ops.clear();
        asked = null;
        return left;
    }

    private static Effect.Sign nextPoint(Deque<RecoveredState.UnsignedOp> from) {
        RecoveredState.UnsignedOp last = from.getFirst();
        int count = 0;
        long bytes = 0;
        for (RecoveredState.UnsignedOp op : from) {
            count++;
            bytes += op.bytes();
            if (count > 1 && (count > Limits.UNSIGNED_OPS_MAX || bytes > Limits.UNSIGNED_BYTES_MAX)) {
                break;
            }
            last = op;
        }
        return new Effect.Sign(last.line().base(), last.seq(), last.chain());
    }

    private static void removeUpTo(Deque<RecoveredState.UnsignedOp> from, long seq) {
        while (!from.isEmpty() && from.getFirst().seq() <= seq) {
            from.removeFirst();
        }
    }
}
