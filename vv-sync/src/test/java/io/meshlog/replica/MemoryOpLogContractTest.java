package io.meshlog.replica;

import io.meshlog.op.Origin;

class MemoryOpLogContractTest extends OpLogContractTest {
    @Override
    protected OpLog open(Origin self) {
        return new MemoryOpLog(self);
    }

    @Override
    protected OpLog reopen(OpLog log) {
        return log;
    }
}
