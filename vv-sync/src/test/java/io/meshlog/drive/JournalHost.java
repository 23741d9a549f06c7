package io.meshlog.drive;

import io.meshlog.hlc.DriftBounds;
import io.meshlog.replica.Effect;
import io.meshlog.replica.FakeKey;
import io.meshlog.replica.Input;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.Replica;
import io.meshlog.replica.ReplicaConfig;
import io.meshlog.replica.Served;
import java.util.List;

/** A host that writes down what it is told. It keeps its old key until it hears that the new one is durable. */
class JournalHost implements Driver.Host {
    private final Journal journal;
    private FakeKey key;
    private FakeKey next;
    private int generation;
    private Effect.Sign asked;

    JournalHost(Journal journal, FakeKey key) {
        this.journal = journal;
        this.key = key;
    }

    /** The signer's answer to the last point that it was asked for. */
    Input.Signed signature() {
        return key.sign(asked);
    }

    @Override
    public Replica recovered(RecoveredState state) {
        journal.write("recovered");
        return new Replica(
                new ReplicaConfig("boot", null, DriftBounds.DEFAULT, 500),
                FakeKey.VERIFIER,
                FakeKey.SUCCESSIONS,
                state);
    }

    @Override
    public void answered(Effect.Answered effect) {
        journal.write("answered " + effect.request() + " "
                + effect.outcome().getClass().getSimpleName());
    }

    @Override
    public void ask(Effect.Ask effect) {
        journal.write("ask " + effect.peer());
    }

    @Override
    public void sign(Effect.Sign effect) {
        asked = effect;
        journal.write("sign " + effect.seq());
    }

    @Override
    public Input.Renewed renew(Effect.RenewIdentity effect) {
        journal.write("renew, seals " + effect.seal().size());
        next = FakeKey.of("renewed/" + ++generation);
        List<Input.Signed> sealed = effect.seal().stream().map(key::sign).toList();
        return new Input.Renewed(FakeKey.succession(effect.old(), effect.sealed(), next, key), sealed, false);
    }

    @Override
    public void renewed() {
        journal.write("renewed");
        key = next;
    }

    @Override
    public void publish(Served served) {
        journal.write("publish tip " + served.tipSeq() + ", proved " + served.ownProvedSeq());
    }

    @Override
    public void report(Effect.Report effect) {
        journal.write("report " + effect.incident().kind());
    }

    @Override
    public void roundEnded(Effect.RoundEnded effect) {
        journal.write("round ended " + effect.peer());
    }
}
