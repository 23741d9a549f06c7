package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Op;
import io.meshlog.wire.VectorCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Checks every node after every step, against everything that was ever issued. The ids are those of the invariants. */
final class Oracle {
    private final SortedMap<String, String> issued = new TreeMap<>();
    private final SortedMap<String, Long> commitsSeen = new TreeMap<>();
    private final SortedMap<String, Integer> rowsSeen = new TreeMap<>();
    private final SortedMap<String, SortedMap<String, String>> payloads = new TreeMap<>();
    private final SortedMap<String, SortedMap<String, Long>> positions = new TreeMap<>();
    private final SortedMap<String, String> stateByFrontier = new TreeMap<>();

    /** An op that a node or a scripted peer authored. */
    void issue(Op op) {
        if (op != null) {
            issued.put(NaiveView.key(op), NaiveView.content(op.fields()));
        }
    }

    /** Deliveries start afresh: the node's disk is another one. */
    void forget(TestNode node) {
        rowsSeen.put(node.name(), node.deliveries().size());
        payloads.remove(node.name());
        positions.remove(node.name());
        SortedMap<String, String> known = payloads.computeIfAbsent(node.name(), n -> new TreeMap<>());
        SortedMap<String, Long> at = positions.computeIfAbsent(node.name(), n -> new TreeMap<>());
        NaiveView.of(node.log().ops()).events().forEach((id, seen) -> known.put(id, seen.payload()));
        node.log().events().forEach(row -> at.put(row.eventId(), row.seq()));
    }

    void check(TestNode node) {
        Long before = commitsSeen.put(node.name(), node.commits());
        if (before == null || before != node.commits()) {
            checkAll(node);
        }
    }

    private void checkAll(TestNode node) {
        List<MemoryOpLog.Held> ops = node.log().ops();
        NaiveView view = NaiveView.of(ops);
        nothingFromNowhere(node, ops);
        readersSeeTheFirstInMergeOrder(node, view);
        deliveredOnceAndAgainWhenRevised(node, view);
        namesDependOnTheSetOnly(node, ops);
        ownOpsRiseInTime(node, ops);
        toldIsDurable(node);
        equalFrontiersMeanEqualState(node, ops, view);
    }

    /** V6. */
    private void nothingFromNowhere(TestNode node, List<MemoryOpLog.Held> ops) {
        for (MemoryOpLog.Held held : ops) {
            if (held.op().isChained()) {
                assertThat(NaiveView.content(held.op().fields()))
                        .as("V6 %s at %s", held.op(), node.name())
                        .isEqualTo(issued.get(NaiveView.key(held.op())));
            }
        }
    }

    /** A8, §5.3. */
    private void readersSeeTheFirstInMergeOrder(TestNode node, NaiveView view) {
        SortedSet<String> ids = new TreeSet<>();
        for (Commit.EventRow row : node.log().events()) {
            ids.add(row.eventId());
            NaiveView.Seen seen = view.events().get(row.eventId());
            assertThat(seen).as("A8 event %s at %s", row.eventId(), node.name()).isNotNull();
            assertThat(NaiveView.key(row.visible()))
                    .as("A8 visible op of %s", row.eventId())
                    .isEqualTo(seen.visible());
            assertThat(row.hidden().stream().map(NaiveView::key).toList())
                    .as("A8 hidden ops of %s", row.eventId())
                    .isEqualTo(seen.hidden());
            assertThat(row.conflict()).as("§5.3 conflict of %s", row.eventId()).isEqualTo(seen.conflict());
        }
        assertThat(ids).as("events at %s", node.name()).isEqualTo(view.events().keySet());
    }

    /** A8: at the first arrival, then only when the visible payload changes, at a position of its own. */
    private void deliveredOnceAndAgainWhenRevised(TestNode node, NaiveView view) {
        List<Commit.EventRow> rows = node.deliveries();
        SortedMap<String, String> known = payloads.computeIfAbsent(node.name(), n -> new TreeMap<>());
        SortedMap<String, Long> at = positions.computeIfAbsent(node.name(), n -> new TreeMap<>());
        for (Commit.EventRow row : rows.subList(rowsSeen.getOrDefault(node.name(), 0), rows.size())) {
            NaiveView.Seen seen = view.events().get(row.eventId());
            if (seen == null) {
                continue;
            }
            String before = known.put(row.eventId(), seen.payload());
            Long position = at.put(row.eventId(), row.seq());
            boolean again = before != null && !before.equals(seen.payload());
            boolean moved = position == null || row.seq() != position;
            assertThat(moved).as("A8 %s delivered at %s", row, node.name()).isEqualTo(before == null || again);
            if (before == null || again) {
                assertThat(row.revised()).as("A8 %s revised", row).isEqualTo(again);
            }
        }
        rowsSeen.put(node.name(), rows.size());
        known.keySet().retainAll(view.events().keySet());
        at.keySet().retainAll(view.events().keySet());
    }

    /** V7, §5.4. */
    private static void namesDependOnTheSetOnly(TestNode node, List<MemoryOpLog.Held> ops) {
        SortedMap<String, String> actual = new TreeMap<>();
        for (MemoryOpLog.Held held : ops) {
            if (held.op().isChained()) {
                actual.put(NaiveView.key(held.op()), held.line().name());
            }
        }
        assertThat(actual).as("V7 lines at %s", node.name()).isEqualTo(NaiveForest.lines(ops));
    }

    /** H10, V5: along every own line stamps rise with seqs. */
    private static void ownOpsRiseInTime(TestNode node, List<MemoryOpLog.Held> ops) {
        String before = "";
        long seq = 0;
        for (MemoryOpLog.Held held : ops) {
            if (held.op().isChained()
                    && held.op().origin().equals(node.id())
                    && !held.line().isBranch()) {
                assertThat(held.op().seq()).as("V5 own ops of %s", node.name()).isEqualTo(++seq);
                String hlc = held.op().fields().get("hlc");
                assertThat(hlc).as("H10 at %s", node.name()).isGreaterThan(before);
                before = hlc;
            }
        }
    }

    /** V3: what was told is what a crash now would recover. */
    private static void toldIsDurable(TestNode node) {
        TestNodeRecovery.assertToldIsRecovered(node);
    }

    /** A3, V9. */
    private void equalFrontiersMeanEqualState(TestNode node, List<MemoryOpLog.Held> ops, NaiveView view) {
        if (node.isAllSigned()) {
            List<String> keys = new ArrayList<>();
            ops.forEach(held -> keys.add(NaiveView.key(held.op()) + held.op().digest()));
            keys.sort(String::compareTo);
            String state = keys + "\n" + view.state();
            String frontier = VectorCodec.write(node.told().frontier()).replaceAll("\"sig\":(null|\"[^\"]*\")", "");
            String before = stateByFrontier.putIfAbsent(frontier, state);
            if (before != null) {
                assertThat(state)
                        .as("A3 V9 at %s with %s", node.name(), frontier)
                        .isEqualTo(before);
            }
        }
    }

    /** V9 the other way about: a settled mesh tells one frontier. */
    static void settled(List<TestNode> nodes) {
        for (TestNode node : nodes) {
            assertThat(node.told().frontier())
                    .as("G1 %s and %s", node.name(), nodes.get(0).name())
                    .isEqualTo(nodes.get(0).told().frontier());
        }
    }
}
