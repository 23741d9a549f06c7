package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.hlc.DriftBounds;

/** What a node would be after a crash at this very moment. */
final class TestNodeRecovery {
    private TestNodeRecovery() {}

    static Replica recovered(TestNode node) {
        return new Replica(
                new ReplicaConfig("after a crash", null, DriftBounds.DEFAULT, 500),
                FakeKey.VERIFIER,
                FakeKey.SUCCESSIONS,
                node.log().recover());
    }

    static void assertToldIsRecovered(TestNode node) {
        Replica recovered = recovered(node);
        assertThat(recovered.served().frontier())
                .as("V3 frontier told by %s", node.name())
                .isEqualTo(node.told().frontier());
        assertThat(recovered.self()).as("id of %s after a crash", node.name()).isEqualTo(node.id());
        assertThat(node.replica().served().frontier()).isEqualTo(node.told().frontier());
    }
}
