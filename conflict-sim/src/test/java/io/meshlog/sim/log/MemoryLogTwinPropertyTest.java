package io.meshlog.sim.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.replica.Commit;
import io.meshlog.replica.Histories;
import io.meshlog.replica.MemoryOpLog;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** The indexed log and the one that looks at everything agree on whatever is asked, after whatever was committed. */
class MemoryLogTwinPropertyTest {
    @Property(tries = 12, shrinking = ShrinkingMode.OFF)
    void agreeOnWhatForkingReplicasCommit(@ForAll long seed) {
        Random random = new Random(seed);
        Histories.ofForks(random).forEach(log -> replay(log, random));
    }

    @Property(tries = 25, shrinking = ShrinkingMode.OFF)
    void agreeOnRelaysArtifactsAndNewIdentities(@ForAll long seed) {
        Random random = new Random(seed);
        Histories.ofRelays(random).forEach(log -> replay(log, random));
    }

    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    void agreeOnScriptsOfEveryKind(@ForAll long seed) {
        Random random = new Random(seed);
        RandomScript script = new RandomScript(random);
        LogTwins twins = new LogTwins(RandomScript.SELF, random);
        for (int i = 0; i < 30; i++) {
            step(twins, script.next(), random);
        }
    }

    private static void replay(MemoryOpLog of, Random random) {
        LogTwins twins = new LogTwins(of.recover().self(), random);
        for (Commit commit : of.commits()) {
            step(twins, commit, random);
        }
        assertThat(twins.log.recover()).isEqualTo(of.recover());
    }

    private static void step(LogTwins twins, Commit commit, Random random) {
        if (random.nextInt(3) == 0) {
            // On a copy, since both may take it: the original must not know.
            LogTwins other = twins.copy();
            Commit damaged = Damage.to(commit, random);
            other.commit(random.nextBoolean() ? List.of(damaged) : List.of(commit, damaged));
            other.agree();
        }
        assertThat(twins.commit(List.of(commit))).as("%s", commit).isTrue();
        twins.agree();
    }
}
