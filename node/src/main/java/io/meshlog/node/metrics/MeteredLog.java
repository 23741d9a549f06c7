package io.meshlog.node.metrics;

import io.meshlog.hlc.ClockMark;
import io.meshlog.hlc.PhysicalClock;
import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Needs;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.RecoveredState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A log, and what its commits cost. Confined to the thread of the log; its meters are read from any. */
public final class MeteredLog implements OpLog {
    private static final Duration[] BOUNDS = {
        Duration.ofMillis(1),
        Duration.ofMillis(2),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofSeconds(1),
        Duration.ofSeconds(10)
    };
    private static final double[] OPS_BOUNDS = {1, 2, 5, 10, 50, 100, 500, 1_000};

    private final OpLog log;
    private final Timer commits;
    private final DistributionSummary ops;
    private final Counter failures;

    private volatile long markMillis;

    public MeteredLog(OpLog log, PhysicalClock clock, Meters meters) {
        this.log = log;
        this.commits = Timer.builder("meshlog.commit")
                .description("how long a commit took to become durable, its views written with it")
                .serviceLevelObjectives(BOUNDS)
                .register(meters.registry());
        this.ops = DistributionSummary.builder("meshlog.commit.ops")
                .description("ops that a commit brought: many appends share one")
                .serviceLevelObjectives(OPS_BOUNDS)
                .register(meters.registry());
        this.failures = Counter.builder("meshlog.commit.failures")
                .description("commits that failed as a whole")
                .register(meters.registry());
        meters.gauge(
                "meshlog.clock.ahead",
                "seconds",
                "how far the hybrid clock is ahead of this machine's; 0 where it is not",
                () -> Math.max(0, markMillis - clock.millis()) / 1e3);
    }

    @Override
    public void commit(List<Commit> all) {
        long from = System.nanoTime();
        try {
            log.commit(all);
        } catch (RuntimeException e) {
            failures.increment();
            throw e;
        }
        commits.record(Duration.ofNanos(System.nanoTime() - from));
        int count = 0;
        for (Commit commit : all) {
            count += commit.ops().size();
            ClockMark mark = commit.clock();
            if (mark != null) {
                markMillis = mark.millis();
            }
        }
        ops.record(count);
    }

    @Override
    public RecoveredState recover() {
        RecoveredState state = log.recover();
        markMillis = state.clock().millis();
        return state;
    }

    @Override
    public Facts facts(Needs needs) {
        return log.facts(needs);
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
