package io.meshlog.sim.world;

import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.fault.FaultLedger;

/** Where between a commit and the last of what follows from it a process is to die. Confined to its run. */
final class CrashPoint {
    private final FaultLedger faults;
    private int effectsLeft = -1;
    private long downMillis;
    private boolean isAfterCommit;

    CrashPoint(FaultLedger faults) {
        this.faults = faults;
    }

    /** @param effect how many things that follow from commits are carried out before */
    void arm(int effect, long downForMillis) {
        effectsLeft = effect;
        downMillis = downForMillis;
    }

    void disarm() {
        effectsLeft = -1;
    }

    void stepTaken() {
        isAfterCommit = false;
    }

    void committed() {
        isAfterCommit = true;
    }

    /** Everything that follows from a commit passes here. @throws Crash where it is not to happen any more */
    void pass() {
        if (effectsLeft >= 0 && isAfterCommit && effectsLeft-- == 0) {
            faults.applied(FaultKind.CRASH_AFTER_COMMIT);
            faults.effective(FaultKind.CRASH_AFTER_COMMIT);
            throw new Crash(downMillis);
        }
    }
}
