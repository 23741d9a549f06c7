package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.hlc.DriftBounds;
import io.meshlog.op.ChainSignature;
import io.meshlog.op.Limits;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Input;
import io.meshlog.replica.MemoryOpLog;
import io.meshlog.replica.Replica;
import io.meshlog.replica.ReplicaConfig;
import io.meshlog.sign.Ed25519Verifier;
import io.meshlog.sign.SuccessionPoint;
import io.meshlog.vector.Frontier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Takes recorded inputs again, over a naive log in memory that follows the commits of the replay. Inputs that shared a
 * transaction are committed one by one here: none depends on another, so nothing may tell the difference.
 */
final class Replay {
    private final MemoryOpLog log;
    private Replica replica;
    private int taken;

    Replay(Origin firstId) {
        log = new MemoryOpLog(firstId);
    }

    Frontier frontier() {
        return replica.served().frontier();
    }

    Origin self() {
        return replica.self();
    }

    /** Recovers what the naive log holds, which must be what the live one held, and takes every step again. */
    void takeAgain(Recording.Life life, String boot) {
        assertThat(log.recover()).as("what is recovered after %d steps", taken).isEqualTo(life.state());
        replica = new Replica(
                new ReplicaConfig(boot, null, DriftBounds.DEFAULT, Limits.PAGE_OPS_MAX),
                new Ed25519Verifier(),
                SuccessionPoint::verifies,
                life.state());
        commit(replica.recovered());
        life.steps().forEach(this::takeAgain);
    }

    private void takeAgain(Recording.Taken step) {
        Input input = step.input();
        taken++;
        Facts facts = log.facts(replica.needs(input));
        assertThat(inOneOrder(facts)).as("facts of step %d, %s", taken, input).isEqualTo(inOneOrder(step.facts()));
        List<Effect> effects = replica.step(input, facts);
        assertThat(effects).as("effects of step %d, %s", taken, input).isEqualTo(step.effects());
        // An op equals another whatever its signature.
        assertThat(signatures(effects))
                .as("signatures of step %d, %s", taken, input)
                .isEqualTo(signatures(step.effects()));
        commit(effects);
    }

    private void commit(List<Effect> effects) {
        for (Effect effect : effects) {
            if (effect instanceof Commit commit) {
                log.commit(List.of(commit));
            }
        }
    }

    private static List<ChainSignature> signatures(List<Effect> effects) {
        List<ChainSignature> signatures = new ArrayList<>();
        for (Effect effect : effects) {
            if (effect instanceof Commit commit) {
                commit.ops().forEach(op -> signatures.add(op.op().sig()));
            }
        }
        return signatures;
    }

    /** Two logs may list chained ops and carriers differently: the contract leaves their order open. */
    private static Facts inOneOrder(Facts facts) {
        SortedMap<Origin, List<Facts.Held>> chain = new TreeMap<>();
        facts.chain().forEach((base, held) -> chain.put(base, sorted(held)));
        SortedMap<String, Facts.EventFacts> events = new TreeMap<>();
        facts.events()
                .forEach((id, event) -> events.put(
                        id,
                        new Facts.EventFacts(event.seq(), event.revised(), event.visible(), sorted(event.carriers()))));
        SortedMap<String, List<Op>> whole = new TreeMap<>();
        facts.eventsWhole().forEach((id, ops) -> whole.put(id, sorted(ops)));
        return new Facts(
                chain,
                facts.loose(),
                events,
                facts.artifacts(),
                whole,
                facts.artifactsWhole(),
                facts.provenArtifacts(),
                facts.pendingArtifacts());
    }

    private static <T> List<T> sorted(List<T> records) {
        return records.stream().sorted(Comparator.comparing(Object::toString)).toList();
    }
}
