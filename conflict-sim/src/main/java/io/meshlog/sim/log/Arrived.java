package io.meshlog.sim.log;

import io.meshlog.op.CodePoints;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Op;
import io.meshlog.replica.Facts;
import io.meshlog.replica.OpKey;
import io.meshlog.wire.FieldsText;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What of an op stays while it is held, whatever line it moves to and whoever signs it. What has to be encoded to be
 * known is worked out when it is first asked for, and kept. Copies of a log share it and stay on one thread.
 */
final class Arrived {
    private final long number;
    private final Op op;
    private final List<String> pending;
    private long bytes = -1;
    private long bytesAtMost = -1;
    private Facts.@Nullable Carrier carrier;

    /**
     * @param number when it came: higher than that of everything before it
     * @param pending ids of artifacts that the op names and that were not there when it came
     */
    Arrived(long number, Op op, List<String> pending) {
        this.number = number;
        this.op = op;
        this.pending = pending;
    }

    long number() {
        return number;
    }

    /** The op as it came: a signature may have been added since. */
    Op op() {
        return op;
    }

    List<String> pending() {
        return pending;
    }

    /** The size of the op's JSON in UTF-8. */
    long bytes() {
        if (bytes < 0) {
            bytes = CodePoints.utf8Length(FieldsText.write(op.fields()));
        }
        return bytes;
    }

    /**
     * What {@link #bytes} cannot exceed, without encoding anything: a char takes three bytes of UTF-8 at most, or six
     * where it is escaped.
     */
    long bytesAtMost() {
        if (bytes >= 0) {
            return bytes;
        }
        if (bytesAtMost < 0) {
            bytesAtMost = 6 * op.fields().textLength() + 4L * op.fields().size() + 2;
        }
        return bytesAtMost;
    }

    /** Of a readable op. */
    Facts.Carrier carrier() {
        Facts.Carrier known = carrier;
        if (known == null) {
            known = new Facts.Carrier(OpKey.of(op), Objects.requireNonNull(MergeKey.of(op)), op.payload());
            carrier = known;
        }
        return known;
    }
}
