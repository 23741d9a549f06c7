package io.meshlog.sim.workload;

import io.meshlog.sim.fault.FaultKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What kind of life a run leads: which faults may happen in it, and how many kinds of them at a time. */
public enum Profile {
    /** A few of everything, quickly. */
    SMOKE(2, kinds()),
    /** Every knob drawn from the seed, a few kinds of faults each time, never all. */
    SWARM(5, kinds()),
    /** No faults but distance: what a quiet mesh does. */
    CALM(1, List.of(FaultKind.LATENCY)),
    /** Bad networks and processes that die. */
    STORM(
            4,
            List.of(
                    FaultKind.LATENCY,
                    FaultKind.LOST_REQUEST,
                    FaultKind.LOST_ANSWER,
                    FaultKind.DUPLICATE,
                    FaultKind.CUT_ANSWER,
                    FaultKind.GARBAGE,
                    FaultKind.PARTITION,
                    FaultKind.KILL,
                    FaultKind.PAUSE,
                    FaultKind.CRASH_IN_WRITE,
                    FaultKind.BURST)),
    /** Disks that fill up, fail, and lose what was not durable. */
    DISK(
            3,
            List.of(
                    FaultKind.CRASH_IN_WRITE,
                    FaultKind.CRASH_AFTER_COMMIT,
                    FaultKind.DISK_FULL,
                    FaultKind.DISK_ERROR,
                    FaultKind.FAILED_SYNC,
                    FaultKind.KILL,
                    FaultKind.BURST)),
    /** Clocks that lie. */
    CLOCK(
            3,
            List.of(
                    FaultKind.CLOCK_JUMP,
                    FaultKind.CLOCK_DRIFT,
                    FaultKind.CLOCK_FREEZE,
                    FaultKind.CLOCK_FAR,
                    FaultKind.SLOW_SIGNER,
                    FaultKind.KILL,
                    FaultKind.LATENCY)),
    /** Lost, restored, copied and renewed identities. */
    IDENTITY(
            4,
            List.of(
                    FaultKind.RESTORE,
                    FaultKind.CLONE,
                    FaultKind.WIPE,
                    FaultKind.RENEW,
                    FaultKind.KILL,
                    FaultKind.CRASH_IN_WRITE,
                    FaultKind.CRASH_AFTER_COMMIT,
                    FaultKind.SLOW_SIGNER,
                    FaultKind.HUB)),
    /** Peers that lie, relay, come from another version, or share ids. */
    EXCHANGE(
            4,
            List.of(
                    FaultKind.LIE,
                    FaultKind.SLOW_SIGNER,
                    FaultKind.HUB,
                    FaultKind.HUB_RESET,
                    FaultKind.NEWER_PEER,
                    FaultKind.SHARED_ID,
                    FaultKind.ARTIFACT,
                    FaultKind.DUPLICATE,
                    FaultKind.LATENCY,
                    FaultKind.LOST_ANSWER));

    private final int kindsMax;
    private final List<FaultKind> may;

    Profile(int kindsMax, List<FaultKind> may) {
        this.kindsMax = kindsMax;
        this.may = may;
    }

    private static List<FaultKind> kinds() {
        return new ArrayList<>(List.of(FaultKind.values()));
    }

    /** The most kinds of faults in one run. */
    public int kindsMax() {
        return kindsMax;
    }

    /** Kinds of faults that may be drawn. */
    public List<FaultKind> may() {
        return may;
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @return null for a name that is none */
    public static @org.jspecify.annotations.Nullable Profile named(String label) {
        return Stream.of(values())
                .filter(p -> p.label().equals(label))
                .findFirst()
                .orElse(null);
    }

    public static String labels() {
        return String.join(" ", Stream.of(values()).map(Profile::label).toList());
    }
}
