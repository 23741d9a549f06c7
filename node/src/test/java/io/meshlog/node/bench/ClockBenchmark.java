package io.meshlog.node.bench;

import io.meshlog.hlc.ClockMark;
import io.meshlog.hlc.DriftBounds;
import io.meshlog.hlc.HlcTimestamp;
import io.meshlog.hlc.HybridClock;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;

/**
 * The clock beside the least that any clock does, and a stamp's text beside {@code String.format}. Plain loops: the
 * ratios asked for are coarse, and every result is used.
 */
final class ClockBenchmark {
    private static final String REPLICA = "rep_0123456789abcdef0123";
    private static final int WARM_UP = 3;

    /** Where results go, so that none is optimized away. */
    static volatile long sink;

    private ClockBenchmark() {}

    static void run(int loops, Report report) {
        HybridClock clock = new HybridClock(REPLICA, ClockMark.ZERO, DriftBounds.DEFAULT);
        AtomicLong bare = new AtomicLong();
        LongUnaryOperator tick = i -> clock.tick(System.currentTimeMillis()).counter();
        LongUnaryOperator swap = i -> {
            long before = bare.get();
            long now = Math.max(before + 1, System.currentTimeMillis() << 24);
            return bare.compareAndSet(before, now) ? now : before;
        };
        LongUnaryOperator text = i -> new HlcTimestamp(1_700_000_000_000L + i, (int) i & 0xFFFF, REPLICA)
                .text()
                .length();
        LongUnaryOperator format =
                i -> String.format(Locale.ROOT, "%013d-%06x-%s", 1_700_000_000_000L + i, (int) i & 0xFFFF, REPLICA)
                        .length();
        report.sample(Figure.TICK, nanos(tick, loops));
        report.sample(Figure.COMPARE_AND_SET, nanos(swap, loops));
        report.sample(Figure.STAMP_TEXT, nanos(text, loops));
        report.sample(Figure.STAMP_FORMAT, nanos(format, Math.max(1, loops / 20)));
    }

    private static double nanos(LongUnaryOperator call, int loops) {
        double best = Double.MAX_VALUE;
        for (int pass = 0; pass < WARM_UP + 3; pass++) {
            long sum = 0;
            long start = System.nanoTime();
            for (int i = 0; i < loops; i++) {
                sum += call.applyAsLong(i);
            }
            double took = (double) (System.nanoTime() - start) / loops;
            sink = sum;
            best = pass < WARM_UP ? best : Math.min(best, took);
        }
        return best;
    }
}
