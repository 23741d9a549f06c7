package io.meshlog.sim.world;

import io.meshlog.op.Origin;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Input;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.Succession;
import io.meshlog.vector.Head;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One replica's keys, and why it must take a new one (spec §2): what the program does around its core. */
final class Identity {
    private static final long CLOCK_AHEAD_MILLIS_MAX = 24L * 60 * 60 * 1000;

    private final String replica;
    private final Names names;
    private int generation;
    private boolean freshClock;
    private boolean databaseGone;
    private @Nullable SimKey prepared;

    Identity(String replica, Names names) {
        this.replica = replica;
        this.names = names;
    }

    /** The replica's next key: the same in every run. */
    SimKey newKey() {
        String alias = generation == 0 ? replica : replica + "'" + generation;
        SimKey key = SimKey.of(alias);
        generation++;
        names.called(key.origin(), alias);
        return key;
    }

    /** Its key is there and its database is not: an empty one stands there under the old id, which is left at once. */
    void databaseIsGone() {
        databaseGone = true;
    }

    /** What a start finds. @return null where it may go on as it was */
    @Nullable
    String reasonToRenew(RecoveredState state, SimDisk disk, long physicalMillis) {
        freshClock = false;
        if (disk.isMarkedRestored()) {
            return "restored from a backup";
        } else if (databaseGone) {
            return "the database is gone";
        } else if (!disk.keys().containsKey(state.self())) {
            return "the key is gone";
        } else if (state.clock().millis() - physicalMillis > CLOCK_AHEAD_MILLIS_MAX) {
            freshClock = true;
            return "the clock's mark is more than a day ahead";
        }
        return null;
    }

    /** Puts a new key beside the old one, and seals with the old one where that is there. */
    Input.Renewed renew(Effect.RenewIdentity effect, SimDisk disk) {
        SimKey next = newKey();
        disk.keys().put(next.origin(), next);
        prepared = next;
        Origin before = effect.old();
        SimKey old = disk.isMarkedRestored() ? null : disk.keys().get(before);
        List<Input.Signed> sealed = new ArrayList<>();
        if (old != null) {
            effect.seal().forEach(point -> sealed.add(old.sign(point)));
        }
        Head head = effect.sealed();
        if (!sealed.isEmpty()) {
            Input.Signed last = sealed.get(sealed.size() - 1);
            head = new Head(last.base(), last.seq(), last.chain(), last.sig());
        }
        Succession succession = SimKey.succession(before, head, next, old);
        boolean fresh = freshClock;
        freshClock = false;
        return new Input.Renewed(succession, List.copyOf(sealed), fresh);
    }

    /** The new id is durable: the old key goes. */
    void renewed(SimDisk disk) {
        SimKey kept = prepared;
        if (kept != null) {
            disk.keys().clear();
            disk.keys().put(kept.origin(), kept);
        }
        databaseGone = false;
        disk.clearMark();
    }
}
