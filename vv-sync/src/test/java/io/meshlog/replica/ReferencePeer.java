package io.meshlog.replica;

import io.meshlog.op.JsonText;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.wire.ArtifactCodec;
import io.meshlog.wire.OpCodec;
import io.meshlog.wire.ProtocolException;
import io.meshlog.wire.VectorCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntSupplier;

/** A scripted peer of the reference's kind: JSON texts per origin and seq, listed by the reference's rules. */
final class ReferencePeer implements Peer, Question.Handler<Answer> {
    private final String id;
    private final SortedMap<String, SortedMap<Long, List<String>>> ops = new TreeMap<>();
    private final SortedMap<String, Long> claims = new TreeMap<>();
    private final SortedMap<String, String> artifacts = new TreeMap<>();
    private final List<Question.AskOps> asked = new ArrayList<>();
    private IntSupplier pageOps = () -> 500;

    ReferencePeer(String id) {
        this.id = id;
    }

    /** At most so many ops a page, drawn anew for each. */
    ReferencePeer pageOps(IntSupplier max) {
        pageOps = max;
        return this;
    }

    ReferencePeer op(String origin, long seq, String json) {
        ops.computeIfAbsent(origin, o -> new TreeMap<>())
                .computeIfAbsent(seq, s -> new ArrayList<>())
                .add(json);
        return this;
    }

    /** An op as this peer would have got it from a node. */
    ReferencePeer op(Op op) {
        return op(op.origin().name(), op.seq(), OpCodec.toReference(op, op.origin()));
    }

    ReferencePeer replace(String origin, long seq, String json) {
        ops.computeIfAbsent(origin, o -> new TreeMap<>()).put(seq, new ArrayList<>(List.of(json)));
        return this;
    }

    ReferencePeer remove(String origin, long above) {
        ops.get(origin).tailMap(above + 1).clear();
        return this;
    }

    ReferencePeer artifact(String id, String json) {
        artifacts.put(id, json);
        return this;
    }

    /** A vector entry, whatever backs it. */
    void claim(Origin origin, long top) {
        claims.put(origin.name(), top);
    }

    List<Question.AskOps> asked() {
        return List.copyOf(asked);
    }

    void forgetAsked() {
        asked.clear();
    }

    @Override
    public Answer answer(Question question) {
        return question.dispatchTo(this);
    }

    @Override
    public Answer vector(Question.AskVector question) {
        SortedMap<String, Long> tops = new TreeMap<>();
        ops.forEach((origin, listed) -> {
            if (!listed.isEmpty()) {
                tops.put(origin, listed.lastKey());
            }
        });
        tops.putAll(claims);
        List<String> entries = new ArrayList<>();
        tops.forEach((origin, top) -> entries.add(JsonText.quote(origin) + ":" + top));
        String json =
                "{\"replica_id\":" + JsonText.quote(id) + ",\"version_vector\":{" + String.join(",", entries) + "}}";
        return decoded(() -> new Answer.Vector(VectorCodec.read(utf8(json))));
    }

    @Override
    public Answer ops(Question.AskOps question) {
        asked.add(question);
        List<String> page = new ArrayList<>();
        int max = Math.min(question.limit(), Math.max(1, pageOps.getAsInt()));
        for (List<String> there : ops.getOrDefault(question.origin().name(), new TreeMap<>())
                .tailMap(question.after() + 1)
                .values()) {
            if (page.size() >= max) {
                break;
            }
            page.addAll(there);
        }
        String json = OpCodec.page(question.origin(), page);
        return decoded(() -> new Answer.Ops(OpCodec.readPage(utf8(json), false)));
    }

    @Override
    public Answer chain(Question.AskChain question) {
        return new Answer.Refused("404");
    }

    @Override
    public Answer artifact(Question.AskArtifact question) {
        String json = artifacts.get(question.id());
        return json == null
                ? new Answer.ArtifactContent(null, null)
                : decoded(() -> ArtifactCodec.read(utf8("{\"artifact\":" + json + "}"), question.id()));
    }

    private interface Decode {
        Answer get() throws ProtocolException;
    }

    private static Answer decoded(Decode decode) {
        try {
            return decode.get();
        } catch (ProtocolException e) {
            return new Answer.Failed(e.getMessage());
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
