package io.meshlog.sim.log;

import io.meshlog.op.ChainSignature;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;

/** An op as it stands now. Immutable; another one takes its place where it moves or is signed. */
record Row(Arrived arrived, MemoryLog.Held held) {
    long number() {
        return arrived.number();
    }

    Op op() {
        return held.op();
    }

    Row movedTo(Origin line) {
        return new Row(arrived, new MemoryLog.Held(held.op(), line, held.pending()));
    }

    Row signed(ChainSignature sig) {
        return new Row(arrived, new MemoryLog.Held(held.op().withSig(sig), held.line(), held.pending()));
    }
}
