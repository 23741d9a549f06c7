package io.meshlog.sim.world;

import io.meshlog.op.JsonText;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Question;
import io.meshlog.replica.VectorDocument;
import io.meshlog.vector.Head;
import io.meshlog.wire.OpCodec;
import io.meshlog.wire.VectorCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A peer of the reference kind: it knows vectors and no chains, keeps each event id once, counts its own ops by a row
 * number with gaps, and relays whatever it holds. Confined to its run.
 */
final class Hub implements Endpoint, Question.Handler<Answer> {
    private static final int PAGE = 500;
    private static final long FOREIGN_AHEAD_MILLIS = 2L * 60 * 60 * 1000;

    private final String name;
    private final Origin id;
    private final EventQueue queue;
    private final SortedMap<Origin, SortedMap<Long, String>> ops = new TreeMap<>();
    private final SortedSet<String> eventIds = new TreeSet<>();
    /** Own event ids by number, for when it is set back. */
    private final SortedMap<Long, String> own = new TreeMap<>();

    private Damage damage = Damage.NONE;
    private long counter;
    private long clock;

    Hub(String name, Names names, EventQueue queue) {
        this.name = name;
        this.queue = queue;
        this.id = new Origin("rep_" + SimKey.of("hub " + name).origin().name().substring(4, 16));
        names.called(id, name);
    }

    /** @param stampOf whom its stamp names, far ahead; null for a stamp of its own */
    void write(String eventId, String body, int gap, @Nullable Origin stampOf) {
        if (!eventIds.add(eventId)) {
            return;
        }
        counter += 1L + gap;
        clock = Math.max(clock + 1, SimClock.EPOCH + queue.now());
        String stamp = stampOf == null
                ? clock + "-000000-" + id
                : (SimClock.EPOCH + queue.now() + FOREIGN_AHEAD_MILLIS) + "-000000-" + stampOf.name();
        String json = "{\"id\":" + JsonText.quote(eventId)
                + ",\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"topic\":null,\"from_agent\":\"agent@" + name
                + "\",\"to_agent\":null,\"correlation_id\":null,\"branch\":null,\"base_commit\":null,\"status\":null"
                + ",\"body\":" + JsonText.quote(body)
                + ",\"metadata\":{},\"artifact_ids\":[],\"created_at\":\"2026-08-25T23:20:03Z\",\"origin_replica\":\""
                + id + "\",\"origin_seq\":" + counter + ",\"hlc\":\"" + stamp + "\"}";
        ops.computeIfAbsent(id, o -> new TreeMap<>()).put(counter, json);
        own.put(counter, eventId);
    }

    /** Event ids of what it wrote and still has. */
    List<String> ownEvents() {
        return List.copyOf(own.values());
    }

    /** Takes what its vector does not show, and drops what carries an event that it has. @return how many it took */
    int pull(SimReplica from) {
        VectorDocument told = from.told();
        if (told == null || told.frontier() == null) {
            return 0;
        }
        int taken = 0;
        for (Head head : told.frontier().heads().values()) {
            taken += take(head.origin(), from.disk().chained(head.origin(), top(head.origin()), PAGE, Long.MAX_VALUE));
        }
        for (Origin origin : told.frontier().loose().keySet()) {
            if (!origin.equals(id)) {
                taken += take(origin, from.disk().loose(origin, top(origin), PAGE, Long.MAX_VALUE));
            }
        }
        return taken;
    }

    private int take(Origin origin, List<Op> page) {
        int taken = 0;
        for (Op op : page) {
            if (op.eventOrNull() != null && eventIds.add(op.eventId())) {
                ops.computeIfAbsent(origin, o -> new TreeMap<>()).put(op.seq(), relayed(op, origin));
                taken++;
            }
        }
        return taken;
    }

    /** Every second op loses the fields that this kind of peer does not know. */
    private static String relayed(Op op, Origin origin) {
        String json = OpCodec.toReference(op, origin);
        return op.seq() % 2 == 0 ? json : json.replace(",\"urgency\":{\"level\":1.50}", "");
    }

    private long top(Origin origin) {
        SortedMap<Long, String> of = ops.get(origin);
        return of == null || of.isEmpty() ? 0 : of.lastKey();
    }

    /** Loses its last own ops; what it writes next takes their numbers. @return how many it lost */
    int reset(int count) {
        int lost = 0;
        while (lost < count && !own.isEmpty()) {
            long last = own.lastKey();
            eventIds.remove(String.valueOf(own.remove(last)));
            ops.getOrDefault(id, new TreeMap<>()).remove(last);
            lost++;
        }
        counter = own.isEmpty() ? 0 : own.lastKey();
        return lost;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isUp() {
        return true;
    }

    @Override
    public long pausedUntil() {
        return 0;
    }

    @Override
    public Answer serve(Question question, @Nullable VectorDocument known, Damage toDo) {
        damage = toDo;
        return question.dispatchTo(this);
    }

    @Override
    public Answer vector(Question.AskVector question) {
        List<String> entries = new ArrayList<>();
        ops.forEach((origin, held) -> {
            if (!held.isEmpty()) {
                entries.add(JsonText.quote(origin.name()) + ":" + held.lastKey());
            }
        });
        String text = "{\"replica_id\":\"" + id + "\",\"version_vector\":{" + String.join(",", entries) + "}}";
        return Serving.decoded(() -> new Answer.Vector(VectorCodec.read(Serving.utf8(damage.to(text)))));
    }

    @Override
    public Answer ops(Question.AskOps asked) {
        List<String> page = new ArrayList<>();
        for (String op : ops.getOrDefault(asked.origin(), new TreeMap<>())
                .tailMap(asked.after() + 1)
                .values()) {
            if (page.size() < Math.min(asked.limit(), PAGE)) {
                page.add(op);
            }
        }
        String text = OpCodec.page(asked.origin(), page);
        return Serving.decoded(() -> new Answer.Ops(OpCodec.readPage(Serving.utf8(damage.to(text)), false)));
    }

    @Override
    public Answer chain(Question.AskChain asked) {
        return damage == Damage.NONE ? new Answer.Refused("it answers 404 for " + asked) : damage.failed();
    }

    @Override
    public Answer artifact(Question.AskArtifact asked) {
        return damage == Damage.NONE ? new Answer.ArtifactContent(null, null) : damage.failed();
    }
}
