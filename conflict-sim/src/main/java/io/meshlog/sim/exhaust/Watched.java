package io.meshlog.sim.exhaust;

import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Needs;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.RecoveredState;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A log that tells of its commits. Confined to its process. */
record Watched(OpLog log, Consumer<List<Commit>> committed) implements OpLog {
    @Override
    public RecoveredState recover() {
        return log.recover();
    }

    @Override
    public Facts facts(Needs needs) {
        return log.facts(needs);
    }

    @Override
    public void commit(List<Commit> commits) {
        log.commit(commits);
        committed.accept(commits);
    }

    @Override
    public List<Op> chained(Origin line, long after, int opsMax, long bytesMax) {
        return log.chained(line, after, opsMax, bytesMax);
    }

    @Override
    public List<Op> loose(Origin origin, long after, int opsMax, long bytesMax) {
        return log.loose(origin, after, opsMax, bytesMax);
    }

    @Override
    public @Nullable Digest chainAt(Origin line, long seq) {
        return log.chainAt(line, seq);
    }

    @Override
    public @Nullable Artifact artifact(String id) {
        return log.artifact(id);
    }
}
