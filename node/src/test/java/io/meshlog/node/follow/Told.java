package io.meshlog.node.follow;

import io.meshlog.hlc.HlcTimestamp;
import io.meshlog.node.store.list.ListQuery;
import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.op.Event;
import io.meshlog.op.Fields;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.wire.OpReading;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** Events and filters from few values, so that some pass. */
final class Told {
    private static final Origin HUB = new Origin("rep_0123456789ab");
    private static final List<String> NAMES = List.of("a", "b", "c");

    private Told() {}

    static StoredEvent event(long seq, String to) {
        TreeMap<String, String> fields = new TreeMap<>();
        fields.put("id", "\"evt_" + seq + "\"");
        fields.put("type", "\"note\"");
        fields.put("stream", "\"s\"");
        fields.put("room", "\"r\"");
        fields.put("from_agent", "\"a\"");
        fields.put("to_agent", "\"" + to + "\"");
        fields.put("created_at", "\"2026-01-01T00:00:00Z\"");
        fields.put("hlc", "\"" + new HlcTimestamp(1_700_000_000_000L + seq, 0, HUB.name()).text() + "\"");
        Fields all = Fields.of(fields);
        Op op = Op.loose(HUB, seq, all, OpReading.read(HUB, all));
        return new StoredEvent(op, seq, false, false, true, List.of(), HUB);
    }

    static Event event(Random random) {
        return new Event(
                "evt",
                new Event.Routing(name(random), name(random), maybe(random), name(random), to(random), maybe(random)),
                new Event.Content(name(random), maybe(random), null, null, "", "{}", List.of()),
                new Event.Stamp(new HlcTimestamp(1, 0, "r"), "2026-01-0" + (1 + random.nextInt(3)), null, List.of()));
    }

    static ListQuery query(Random random) {
        return new ListQuery(
                some(random),
                some(random),
                some(random),
                some(random),
                random.nextInt(6) == 0 ? List.of("*") : some(random),
                some(random),
                some(random),
                some(random),
                random.nextInt(4) == 0 ? List.of(name(random)) : List.of(),
                random.nextInt(4) == 0 ? "2026-01-02" : null,
                ListQuery.Order.ASC,
                0,
                null,
                0,
                1,
                1);
    }

    private static String to(Random random) {
        return random.nextInt(4) == 0 ? "*" : maybe(random);
    }

    private static List<String> some(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> List.of(name(random));
            case 1 -> NAMES.subList(0, 2);
            default -> List.of();
        };
    }

    private static String maybe(Random random) {
        return random.nextBoolean() ? name(random) : null;
    }

    private static String name(Random random) {
        return NAMES.get(random.nextInt(NAMES.size()));
    }
}
