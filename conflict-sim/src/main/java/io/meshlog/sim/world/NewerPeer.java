package io.meshlog.sim.world;

import io.meshlog.op.Canonical;
import io.meshlog.op.Digest;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Answer;
import io.meshlog.replica.OpsPage;
import io.meshlog.replica.Question;
import io.meshlog.replica.VectorDocument;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.fault.FaultLedger;
import io.meshlog.vector.Chain;
import io.meshlog.vector.Frontier;
import io.meshlog.vector.Head;
import io.meshlog.wire.OpReading;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A native peer of a version that does not exist yet: its ops have fields that this version does not know, and some it
 * cannot read at all. Well chained and signed. It only serves. Confined to its run.
 */
final class NewerPeer implements Endpoint, Question.Handler<Answer> {
    private final String name;
    private final SimKey key;
    private final EventQueue queue;
    private final FaultLedger faults;
    private final List<Op> ops = new ArrayList<>();
    private Digest chain = Chain.ROOT;
    private long clock;
    private @Nullable VectorDocument known;

    NewerPeer(String name, Names names, EventQueue queue, FaultLedger faults) {
        this.faults = faults;
        this.name = name;
        this.queue = queue;
        this.key = SimKey.of(name);
        names.called(key.origin(), name);
    }

    Op write(String eventId, boolean readable) {
        Origin origin = key.origin();
        long seq = ops.size() + 1L;
        clock = Math.max(clock + 1, SimClock.EPOCH + queue.now());
        SortedMap<String, String> texts = new TreeMap<>();
        texts.put("id", JsonText.quote(eventId));
        texts.put("type", "\"note\"");
        texts.put("stream", "\"s\"");
        texts.put("room", "\"r\"");
        texts.put("from_agent", JsonText.quote("agent@" + name));
        texts.put("body", JsonText.quote("from a later version: " + seq));
        texts.put("origin_replica", JsonText.quote(origin.name()));
        texts.put("origin_seq", Long.toString(seq));
        texts.put("hlc", readable ? JsonText.quote(clock + "-000000-" + origin) : "\"not yet invented\"");
        texts.put("urgency", "{\"level\":1.50}");
        Fields fields = Fields.of(texts);
        chain = Chain.next(chain, Canonical.bytes(fields));
        Op op = Op.chained(origin, seq, fields, OpReading.read(origin, fields), chain, key.sign(origin, seq, chain));
        ops.add(op);
        return op;
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
    public Answer serve(Question question, @Nullable VectorDocument isKnown, Damage damage) {
        known = isKnown;
        return damage == Damage.NONE ? question.dispatchTo(this) : damage.failed();
    }

    @Override
    public Answer vector(Question.AskVector question) {
        SortedMap<Origin, Head> heads = new TreeMap<>();
        if (!ops.isEmpty()) {
            Op last = ops.get(ops.size() - 1);
            heads.put(key.origin(), new Head(key.origin(), last.seq(), chain, last.sig()));
        }
        Frontier frontier = new Frontier(heads, new TreeMap<>());
        VectorDocument document = new VectorDocument(
                key.origin().name(),
                frontier.vector(),
                frontier,
                name,
                null,
                name,
                new TreeMap<>(),
                List.of(),
                List.of());
        return document.equals(known) ? new Answer.VectorUnchanged() : new Answer.Vector(document);
    }

    @Override
    public Answer ops(Question.AskOps asked) {
        List<Op> page = ops.stream()
                .filter(op -> !asked.loose() && op.seq() > asked.after())
                .limit(asked.limit())
                .toList();
        if (!page.isEmpty()) {
            faults.effective(FaultKind.NEWER_PEER);
        }
        return new Answer.Ops(new OpsPage(asked.origin(), page, null));
    }

    @Override
    public Answer chain(Question.AskChain asked) {
        boolean held = asked.seq() >= 1 && asked.seq() <= ops.size();
        return new Answer.ChainPoint(held ? ops.get((int) asked.seq() - 1).chain() : null);
    }

    @Override
    public Answer artifact(Question.AskArtifact asked) {
        return new Answer.ArtifactContent(null, null);
    }
}
