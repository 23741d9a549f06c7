package io.meshlog.sim.run;

import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;

/** What one run is asked for; with the build it decides everything that happens. @param store {@code memory} or {@code sqlite} */
public record SimConfig(long seed, Profile profile, PlanMaker.Size size, String store) {
    public static final int REPLICAS = 5;
    public static final int OPS = 200;

    public SimConfig withSeed(long other) {
        return new SimConfig(other, profile, size, store);
    }
}
