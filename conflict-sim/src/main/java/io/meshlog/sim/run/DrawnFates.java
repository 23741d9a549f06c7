package io.meshlog.sim.run;

import io.meshlog.sim.draw.Mix;
import io.meshlog.sim.draw.Stream;
import io.meshlog.sim.fault.Fate;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.world.Fates;
import java.util.List;

/** What becomes of exchanges, drawn from the seed and the exchange's own name. Immutable. */
final class DrawnFates implements Fates {
    private final long seed;
    private final long delayMax;
    private final int lostRequest;
    private final int lostAnswer;
    private final int duplicate;
    private final int cut;
    private final int garbage;

    DrawnFates(long seed, List<FaultKind> faults) {
        Stream draws = new Stream(seed, "network");
        this.seed = Mix.of(seed, "fates");
        long delay = draws.pick(List.of(20L, 100L, 400L, 1_500L));
        this.delayMax = faults.contains(FaultKind.LATENCY) ? delay : 3;
        this.lostRequest = percent(draws, faults, FaultKind.LOST_REQUEST);
        this.lostAnswer = percent(draws, faults, FaultKind.LOST_ANSWER);
        this.duplicate = percent(draws, faults, FaultKind.DUPLICATE);
        this.cut = percent(draws, faults, FaultKind.CUT_ANSWER);
        this.garbage = percent(draws, faults, FaultKind.GARBAGE);
    }

    private static int percent(Stream draws, List<FaultKind> faults, FaultKind kind) {
        int percent = draws.pick(List.of(2, 5, 15));
        return faults.contains(kind) ? percent : 0;
    }

    @Override
    public Fate of(String exchange) {
        Stream draws = new Stream(seed, exchange);
        int at = draws.below(100);
        // Most are quick and a few take very long: what is sent first may well arrive last.
        long most = draws.chance(80) ? Math.max(2, delayMax / 20) : delayMax;
        long to = draws.between(1, most);
        long back = draws.between(1, most);
        Fate.Kind kind = Fate.Kind.DELIVER;
        if ((at -= lostRequest) < 0) {
            kind = Fate.Kind.LOSE_REQUEST;
        } else if ((at -= lostAnswer) < 0) {
            kind = Fate.Kind.LOSE_ANSWER;
        } else if ((at -= duplicate) < 0) {
            kind = Fate.Kind.DUPLICATE;
        } else if ((at -= cut) < 0) {
            kind = Fate.Kind.CUT;
        } else if (at - garbage < 0) {
            kind = Fate.Kind.GARBAGE;
        }
        long extra = kind == Fate.Kind.DUPLICATE ? draws.pick(List.of(1L, 10L, 300L, 120_000L)) : 0;
        return new Fate(kind, to, back, extra);
    }
}
