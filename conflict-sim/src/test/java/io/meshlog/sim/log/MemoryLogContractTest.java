package io.meshlog.sim.log;

import io.meshlog.op.Origin;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.OpLogContractTest;

class MemoryLogContractTest extends OpLogContractTest {
    @Override
    protected OpLog open(Origin self) {
        return new MemoryLog(self);
    }

    /** A log that was copied is as good as one that was opened again. */
    @Override
    protected OpLog reopen(OpLog log) {
        return ((MemoryLog) log).copy();
    }
}
