package io.meshlog.drive;

import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Facts;
import io.meshlog.replica.MemoryOpLog;
import io.meshlog.replica.Needs;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.RecoveredState;
import java.util.List;

/** A log that writes down what it is asked, and fails when it is told to. A driver has no business with its pages. */
final class JournalLog implements OpLog {
    private final Journal journal;
    private final MemoryOpLog log;

    JournalLog(Journal journal, Origin self) {
        this.journal = journal;
        this.log = new MemoryOpLog(self);
    }

    MemoryOpLog contents() {
        return log;
    }

    @Override
    public RecoveredState recover() {
        journal.write("log: recover");
        return log.recover();
    }

    @Override
    public Facts facts(Needs needs) {
        journal.write("log: facts");
        return log.facts(needs);
    }

    @Override
    public void commit(List<Commit> commits) {
        journal.write("log: commit " + commits.size());
        log.commit(commits);
    }

    @Override
    public List<Op> chained(Origin line, long after, int opsMax, long bytesMax) {
        throw new AssertionError("a driver reads no pages");
    }

    @Override
    public List<Op> loose(Origin origin, long after, int opsMax, long bytesMax) {
        throw new AssertionError("a driver reads no pages");
    }

    @Override
    public Digest chainAt(Origin line, long seq) {
        throw new AssertionError("a driver reads no chains");
    }

    @Override
    public Artifact artifact(String id) {
        throw new AssertionError("a driver reads no artifacts");
    }
}
