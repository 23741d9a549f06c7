package io.meshlog.replica;

import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.op.Op;
import io.meshlog.wire.ArtifactCodec;
import io.meshlog.wire.OpTexts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** What replicas committed, drawn from a seed: their logs, each of which knows every commit that led to it. */
public final class Histories {
    private static final String FOREIGN = "rep_91b72265b1f5";

    private Histories() {}

    /** Nodes under faults that fork, because backups are restored and directories cloned; then healed. */
    public static List<MemoryOpLog> ofForks(Random random) {
        Mesh mesh = new Mesh(random, 3, 3);
        for (int i = 0; i < 80; i++) {
            mesh.happen(true);
        }
        mesh.heal();
        return mesh.nodes().stream().map(TestNode::log).toList();
    }

    /** Nodes with a reference peer between them that relays ops without their chains, artifacts, and new identities. */
    public static List<MemoryOpLog> ofRelays(Random random) {
        List<TestNode> nodes = List.of(new TestNode("a"), new TestNode("b"), new TestNode("c"));
        nodes.forEach(node -> node.pageOps(2 + random.nextInt(3)));
        ReferencePeer hub = new ReferencePeer("rep_hub");
        List<Op> told = new ArrayList<>();
        for (int i = 0; i < 90; i++) {
            TestNode node = nodes.get(random.nextInt(nodes.size()));
            TestNode other = nodes.get(random.nextInt(nodes.size()));
            switch (random.nextInt(14)) {
                case 0, 1, 2, 3 -> append(node, i, told, random);
                case 4 -> node.put(artifact("art_" + random.nextInt(6), "content " + random.nextInt(3)));
                case 5, 6 -> relay(hub, told, random);
                case 7 ->
                    hub.op(
                            FOREIGN,
                            1L + random.nextInt(9),
                            OpTexts.event(FOREIGN, 1L + random.nextInt(9), ",\"x\":" + i));
                case 8, 9 -> node.pull("hub", hub);
                case 10, 11 -> {
                    if (node != other) {
                        node.pull(other);
                    }
                }
                case 12 -> node.signsAtOnce(random.nextBoolean());
                default -> {
                    if (random.nextInt(3) == 0) {
                        node.loseKey();
                    }
                    if (random.nextInt(3) == 0) {
                        node.renew("for a test");
                    }
                }
            }
        }
        return nodes.stream().map(TestNode::log).toList();
    }

    private static void append(TestNode node, int number, List<Op> told, Random random) {
        List<String> named = random.nextInt(3) == 0 ? List.of("art_" + random.nextInt(6)) : List.of();
        String id = random.nextInt(4) == 0 ? "evt_shared_" + random.nextInt(4) : "evt_" + number;
        Op op = node.append(id, "body " + random.nextInt(2), named);
        if (op != null) {
            told.add(op);
        }
    }

    private static void relay(ReferencePeer hub, List<Op> told, Random random) {
        if (!told.isEmpty()) {
            hub.op(told.get(random.nextInt(told.size())));
            String id = "art_" + random.nextInt(6);
            hub.artifact(id, artifactText(id, "content " + random.nextInt(3)));
        }
    }

    private static Artifact artifact(String id, String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        Fields fields =
                Fields.of(new TreeMap<>()).with("id", JsonText.quote(id)).with("kind", "\"log\"");
        return ArtifactCodec.of(fields, content, Digest.sha256(bytes), bytes.length);
    }

    private static String artifactText(String id, String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        return "{\"id\":" + JsonText.quote(id) + ",\"kind\":\"log\",\"sha256\":\""
                + Digest.sha256(bytes).hex() + "\",\"size_bytes\":" + bytes.length + ",\"content\":"
                + JsonText.quote(content) + "}";
    }
}
