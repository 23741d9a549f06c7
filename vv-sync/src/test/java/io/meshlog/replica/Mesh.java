package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Several nodes and everything that can happen between them, drawn from one seed: appends, late signatures, rounds that
 * interleave, answers that are lost, cut or replayed, crashes, restored backups, clones. Then it heals.
 */
final class Mesh {
    private final Random random;
    private final Oracle oracle = new Oracle();
    private final List<TestNode> nodes = new ArrayList<>();
    private final List<MemoryOpLog> backups = new ArrayList<>();
    private final List<TestNode> backedUp = new ArrayList<>();
    private final List<Answer> stale = new ArrayList<>();
    private final int idPool;
    private int appends;

    /** @param idPool how few event ids are shared out, 0 for none */
    Mesh(Random random, int size, int idPool) {
        this.random = random;
        this.idPool = idPool;
        for (int i = 0; i < size; i++) {
            add(new TestNode("n" + i));
        }
    }

    Oracle oracle() {
        return oracle;
    }

    List<TestNode> nodes() {
        return nodes;
    }

    void add(TestNode node) {
        node.pageOps(List.of(1, 2, 3, 7, 500).get(random.nextInt(5)));
        node.afterStep(oracle::check);
        nodes.add(node);
        oracle.forget(node);
    }

    /** Whoever joins late gets everything from any one node, relays included (O6). */
    void join() {
        for (TestNode node : List.copyOf(nodes)) {
            TestNode joiner = new TestNode("joiner at " + node.name()).pageOps(1 + random.nextInt(9));
            joiner.afterStep(oracle::check);
            RoundResult result = joiner.pull(node);
            assertThat(result.failure()).isNull();
            assertThat(result.refusals()).as("%s", joiner.name()).isEmpty();
            assertThat(joiner.told().frontier())
                    .as(joiner.name())
                    .isEqualTo(node.told().frontier());
        }
    }

    private TestNode any() {
        return nodes.get(random.nextInt(nodes.size()));
    }

    /** One thing that happens. @param identity whether backups are restored and directories cloned */
    void happen(boolean identity) {
        TestNode node = any();
        switch (random.nextInt(identity ? 22 : 20)) {
            case 0, 1, 2, 3, 4 -> append(node);
            case 5 -> node.signsAtOnce(random.nextBoolean());
            case 6 -> node.signOne();
            case 7, 8, 9 -> startRound(node);
            case 10, 11, 12, 13, 14, 15 -> answer(node);
            case 16 -> node.advance(random.nextInt(4_000) - 1_000);
            case 17 -> node.crash();
            case 18 -> node.loseNextStep();
            case 19 -> backup(node);
            case 20 -> restore();
            default -> {
                if (nodes.size() < 5) {
                    add(node.cloned("n" + nodes.size()));
                }
            }
        }
    }

    private void append(TestNode node) {
        String id = idPool > 0 && random.nextInt(3) == 0 ? "evt_key_" + random.nextInt(idPool) : "evt_" + ++appends;
        String body = random.nextInt(3) == 0 ? "same" : "body " + appends;
        node.afterStep(n -> {
            n.log().ops().stream()
                    .map(MemoryOpLog.Held::op)
                    .filter(op -> op.isChained()
                            && op.origin().equals(n.id())
                            && op.eventId().equals(id))
                    .forEach(oracle::issue);
            oracle.check(n);
        });
        node.append(id, body);
        node.afterStep(oracle::check);
    }

    private void startRound(TestNode node) {
        TestNode peer = any();
        if (peer != node) {
            node.startRound(peer.name(), new NodePeer(peer));
        }
    }

    private void answer(TestNode node) {
        List<String> open = new ArrayList<>(node.open().keySet());
        if (open.isEmpty()) {
            return;
        }
        String peer = open.get(random.nextInt(open.size()));
        Question question = node.open().get(peer);
        Answer honest = new NodePeer(nodes.stream()
                        .filter(n -> n.name().equals(peer))
                        .findFirst()
                        .get())
                .answer(question);
        stale.add(honest);
        switch (random.nextInt(14)) {
            case 0 -> node.answer(peer, new Answer.Failed("cut off"));
            case 1 -> node.answer(peer, new Answer.Refused("410"));
            case 2 -> node.answer(peer, stale.get(random.nextInt(stale.size())));
            case 3 -> node.answer(peer, shortened(honest));
            default -> node.answer(peer, honest);
        }
    }

    private Answer shortened(Answer answer) {
        if (answer instanceof Answer.Ops ops && !ops.page().ops().isEmpty()) {
            int length = random.nextInt(ops.page().ops().size() + 1);
            return new Answer.Ops(
                    new OpsPage(ops.page().origin(), ops.page().ops().subList(0, length), null));
        }
        return answer;
    }

    private void backup(TestNode node) {
        backups.add(node.snapshot());
        backedUp.add(node);
    }

    private void restore() {
        if (!backups.isEmpty()) {
            int which = random.nextInt(backups.size());
            TestNode node = backedUp.get(which);
            node.restore(backups.get(which));
            oracle.forget(node);
        }
    }

    /** Faults end, everyone pulls from everyone: all must hold the same, at rest, after a bounded number of sweeps. */
    void heal() {
        for (TestNode node : nodes) {
            node.crash();
            node.signsAtOnce(true);
            node.sign();
            node.advance(10_000);
        }
        for (int sweep = 0; sweep < 8; sweep++) {
            for (TestNode node : nodes) {
                for (TestNode peer : nodes) {
                    if (peer != node) {
                        node.pull(peer);
                    }
                }
            }
        }
        Oracle.settled(nodes);
        for (TestNode node : nodes) {
            for (TestNode peer : nodes) {
                if (peer != node) {
                    int before = node.asked(Question.AskOps.class);
                    RoundResult result = node.pull(peer);
                    assertThat(result.failure())
                            .as("%s from %s", node.name(), peer.name())
                            .isNull();
                    assertThat(result.refusals()).isEmpty();
                    assertThat(node.asked(Question.AskOps.class))
                            .as("O8 at rest")
                            .isEqualTo(before);
                }
            }
        }
    }
}
