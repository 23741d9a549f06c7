package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.store.file.StoreSettings;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.wire.OpCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Readers carry their cursors from replica to replica while these write, exchange, fork, crash and share event ids (spec
 * §6): wherever one has come to the end it was told every event that is there, and none a second time without a mark.
 */
final class WanderingReaderPropertyTest {
    private static final Origin HUB_ORIGIN = new Origin("rep_0123456789ab");

    private final SortedMap<String, StoredCopy> copies = new TreeMap<>();
    private int hubOps;

    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    void losesNothingAndIsToldNothingTwice(@ForAll long seed) throws IOException {
        run(seed, false, false);
    }

    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    void losesNothingWhereHistoriesForkAndCopiesAreRestored(@ForAll long seed) throws IOException {
        run(seed, true, false);
    }

    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    void losesNothingWhereHubsRelayOps(@ForAll long seed) throws IOException {
        run(seed, false, true);
    }

    private void run(long seed, boolean identity, boolean hub) throws IOException {
        Random random = new Random(seed);
        Mesh mesh = new Mesh(new Random(seed), 3, 3);
        StoreSettings settings = settings(1 + random.nextInt(9));
        ReferencePeer relay = new ReferencePeer("rep_ba9876543210");
        WanderingReader strict = new WanderingReader(() -> 1 + random.nextInt(4));
        WanderingReader hasty = new WanderingReader(() -> 1 + random.nextInt(4));
        try {
            for (int i = 0; i < 120; i++) {
                mesh.happen(identity);
                if (hub && random.nextInt(4) == 0) {
                    relay(relay, mesh, random);
                }
                if (i % 4 == 0) {
                    catchUp(mesh, settings);
                    StoredCopy copy = any(random);
                    if (random.nextBoolean()) {
                        strict.page(copy, false);
                    } else {
                        strict.readOut(copy, false);
                    }
                    hasty.page(any(random), true);
                }
            }
            mesh.heal();
            if (hub) {
                mesh.nodes().forEach(node -> node.pull("hub", relay));
                mesh.heal();
            }
            catchUp(mesh, settings);
            for (int i = 0; i < 6; i++) {
                strict.page(any(random), false);
                hasty.page(any(random), true);
            }
            for (StoredCopy copy : copies.values()) {
                // A cursor may name what no replica holds any more: ops that were lost, or told again with their chain.
                boolean isKnown = strict.readOut(copy, false);
                assertThat(isKnown || identity || hub).as("%s", strict).isTrue();
                strict.readOut(copy, true);
                strict.hasMissedNothingOf(copy, true);
                hasty.readOut(copy, true);
                hasty.hasMissedNothingOf(copy, true);
            }
            if (!identity && !hub) {
                assertThat(strict.repeats()).as("%s", strict).isEmpty();
            }
        } finally {
            for (StoredCopy copy : copies.values()) {
                copy.close();
            }
            copies.clear();
        }
    }

    /** The hub gets an op of its own or of a node, and a node pulls from it. */
    private void relay(ReferencePeer hub, Mesh mesh, Random random) {
        TestNode node = mesh.nodes().get(random.nextInt(mesh.nodes().size()));
        List<Op> chained = node.log().ops().stream()
                .map(MemoryOpLog.Held::op)
                .filter(Op::isChained)
                .toList();
        if (random.nextBoolean() && !chained.isEmpty()) {
            hub.op(chained.get(random.nextInt(chained.size())));
        } else {
            long seq = ++hubOps;
            SortedMap<String, String> more = new TreeMap<>();
            if (random.nextInt(5) == 0) {
                more.put("hlc", "unreadable");
            }
            String id = random.nextInt(4) == 0 ? "evt_key_" + random.nextInt(3) : "evt_hub_" + seq;
            Op op = Op.loose(
                    HUB_ORIGIN,
                    seq,
                    new LogScript().fields(HUB_ORIGIN, seq, id, more),
                    io.meshlog.wire.OpReading.read(HUB_ORIGIN, new LogScript().fields(HUB_ORIGIN, seq, id, more)));
            hub.op(HUB_ORIGIN.name(), seq, OpCodec.toReference(op, HUB_ORIGIN));
        }
        if (!node.open().containsKey("hub")) {
            node.pull("hub", hub);
        }
    }

    private void catchUp(Mesh mesh, StoreSettings settings) throws IOException {
        for (TestNode node : mesh.nodes()) {
            if (!copies.containsKey(node.name())) {
                copies.put(node.name(), new StoredCopy(node, settings));
            }
            copies.get(node.name()).catchUp();
        }
    }

    private StoredCopy any(Random random) {
        return new ArrayList<>(copies.values()).get(random.nextInt(copies.size()));
    }

    private static StoreSettings settings(int examinedMax) {
        StoreSettings d = StoreSettings.DEFAULT;
        return new StoreSettings(
                d.readers(),
                d.busyMillis(),
                d.walLowBytes(),
                d.walHighBytes(),
                d.walIdleMillis(),
                d.writerCacheBytes(),
                d.readerCacheBytes(),
                d.termsCached(),
                examinedMax,
                d.checkedAtOpenBytesMax());
    }
}
