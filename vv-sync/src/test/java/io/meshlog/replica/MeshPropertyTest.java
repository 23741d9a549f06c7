package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Nodes under faults, checked after every step by {@link Oracle}: invariants A1–A4, A8, V3, V5–V7, V9, H10, and G1 once
 * the faults are over.
 */
final class MeshPropertyTest {
    @Property(tries = 40)
    void nodesConvergeWhateverHappensBetweenThem(@ForAll long seed) {
        run(seed, 3, false);
    }

    @Property(tries = 40)
    void restoredAndClonedNodesLoseNothingAndConverge(@ForAll long seed) {
        run(seed, 2 + (int) Math.floorMod(seed, 2L), true);
    }

    private static void run(long seed, int size, boolean identity) {
        Mesh mesh = new Mesh(new Random(seed), size, 3);
        for (int i = 0; i < 120; i++) {
            mesh.happen(identity);
        }
        mesh.heal();
        mesh.join();
        List<TestNode> nodes = mesh.nodes();
        String state = NaiveView.of(nodes.get(0).log().ops()).state();
        for (TestNode node : nodes) {
            assertThat(NaiveView.of(node.log().ops()).state()).as(node.name()).isEqualTo(state);
        }
    }
}
