package io.meshlog.sim.cli;

import io.meshlog.sim.run.SimConfig;
import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What beside its seed decides a run. */
final class RunOptions {
    static final int REPLICAS_MIN = 2;
    static final int REPLICAS_MAX = 1_000;
    static final int OPS_MIN = 50;
    static final int OPS_MAX = 2_000;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description =
                    "which faults may happen: smoke (the default), swarm, calm, storm, disk, clock, identity, exchange …")
    private @Nullable String profile;

    @Option(
            names = "--replicas",
            paramLabel = "N",
            description = "2 to 1000; a run of 100 takes many seconds; 5 where nothing is said")
    private @Nullable Integer replicas;

    @Option(names = "--ops", paramLabel = "N", description = "appends in a run, 50 to 2000; 200 where nothing is said")
    private @Nullable Integer ops;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            description = "what logs are kept on: memory (the default) or sqlite")
    private @Nullable String store;

    Profile profile() throws CommandFailed {
        String name = profile == null ? Profile.SMOKE.label() : profile;
        Profile named = Profile.named(name);
        if (named == null) {
            throw CommandFailed.usage("--profile must be one of " + Profile.labels() + ", found '" + name + "'");
        }
        return named;
    }

    PlanMaker.Size size() throws CommandFailed {
        return new PlanMaker.Size(
                within("--replicas", replicas == null ? SimConfig.REPLICAS : replicas, REPLICAS_MIN, REPLICAS_MAX),
                within("--ops", ops == null ? SimConfig.OPS : ops, OPS_MIN, OPS_MAX));
    }

    static int within(String option, int value, int least, int most) throws CommandFailed {
        if (value < least || value > most) {
            throw CommandFailed.usage(option + " must be " + least + " to " + most + ", found " + value);
        }
        return value;
    }

    String store() throws CommandFailed {
        String name = store == null ? "memory" : store;
        if (!name.equals("memory") && !name.equals("sqlite")) {
            throw CommandFailed.usage("--store must be memory or sqlite, found '" + name + "'");
        }
        return name;
    }

    /** The words that say the same. */
    static List<String> words(SimConfig config) {
        return List.of(
                "--profile",
                config.profile().label(),
                "--replicas",
                Integer.toString(config.size().replicas()),
                "--ops",
                Integer.toString(config.size().ops()),
                "--store",
                config.store());
    }

    /** Whether anything is said that a case says itself. */
    boolean saysMoreThanStore() {
        return profile != null || replicas != null || ops != null;
    }

    boolean saysStore() {
        return store != null;
    }
}
