package io.meshlog.replica;

import io.meshlog.op.Artifact;
import io.meshlog.op.Invalid;
import io.meshlog.op.Op;

/** What became of a local request. */
public sealed interface Outcome {

    /** Durable. @param seq its delivery position here */
    record Appended(Op op, long seq) implements Outcome {}

    /** Durable. */
    record Stored(Artifact artifact) implements Outcome {}

    /** Refused; nothing was stored. */
    record Refused(Invalid invalid) implements Outcome {}
}
