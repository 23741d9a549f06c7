package io.meshlog.node.api.write;

import io.meshlog.node.api.http.Answer;
import io.meshlog.node.api.http.ApiPorts;
import io.meshlog.node.api.http.Call;
import io.meshlog.node.api.http.PercentText;
import io.meshlog.node.api.http.QueryParams;
import io.meshlog.node.api.http.Routes;
import io.meshlog.node.api.problem.Problem;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.api.read.Events;
import io.meshlog.node.json.JsonOut;
import io.meshlog.node.store.EventReader;
import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.node.sync.LogService;
import io.meshlog.op.Artifact;
import io.meshlog.op.Draft;
import io.meshlog.op.Event;
import io.meshlog.op.Invalid;
import io.meshlog.op.Op;
import io.meshlog.replica.Outcome;
import io.meshlog.wire.AckCodec;
import io.meshlog.wire.ArtifactCodec;
import io.meshlog.wire.BatchCodec;
import io.meshlog.wire.DraftCodec;
import io.meshlog.wire.EventCodec;
import io.meshlog.wire.PatchCodec;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What appends events: one, a batch, an acknowledgement, a patch (spec §4). Answered once it is durable. */
public final class Appending {
    private static final EventCodec.Local NOTHING_LOCAL = new EventCodec.Local(List.of(), false, false, false);
    /** Smaller documents are read faster than they are handed to another thread. */
    private static final int DECODED_HERE_BYTES_MAX = 16_384;

    private final EventReader reader;
    private final LogService log;
    private final Advice advice;

    public Appending(ApiPorts ports) {
        this.reader = ports.reader();
        this.log = ports.log();
        this.advice = new Advice(ports.reader(), ports.ownIds());
    }

    public void install(Routes routes) {
        routes.serve("/logstream/patches", HttpMethod.POST, this::patch);
    }

    public Future<Answer> append(Call call) {
        call.query(List.of());
        call.requireJson();
        String key = call.idempotencyKey();
        String agent = call.agent();
        return call.body()
                .compose(body -> decoded(call, body, key))
                .compose(draft -> call.await(log.append(draft, null)))
                .compose(outcome -> appended(call, agent, outcome));
    }

    private static Future<Draft> decoded(Call call, Buffer body, @Nullable String key) {
        return body.length() <= DECODED_HERE_BYTES_MAX
                ? Future.succeededFuture(draft(DraftCodec.decode(body.getBytes(), key)))
                : call.blocking(() -> draft(DraftCodec.decode(body.getBytes(), key)));
    }

    private static Draft draft(DraftCodec.Decoded decoded) {
        Draft draft = decoded.draft();
        if (draft == null) {
            throw Problems.invalid(decoded.invalid()).refused();
        }
        return draft;
    }

    public Future<Answer> ack(Call call) {
        call.query(List.of());
        call.requireJson();
        String key = call.idempotencyKey();
        String agent = call.agent();
        String target = call.path("id");
        return call.body()
                .compose(body -> call.blocking(() -> acknowledgement(body, key, target)))
                .compose(draft -> call.await(log.append(draft, null)))
                .compose(outcome -> appended(call, agent, outcome));
    }

    private Draft acknowledgement(Buffer body, @Nullable String key, String target) {
        DraftCodec.Decoded decoded = AckCodec.decode(body.getBytes(), key, target, this::event);
        if (decoded == null) {
            throw Problems.unknownEvent().refused();
        }
        return draft(decoded);
    }

    private @Nullable Event event(String id) {
        StoredEvent stored = reader.get(id);
        return stored == null ? null : stored.op().eventOrNull();
    }

    public Future<Answer> batch(Call call) {
        call.query(List.of());
        call.requireJson();
        call.refuseIdempotencyKey();
        String agent = call.agent();
        return call.body()
                .compose(body -> call.blocking(() -> drafts(body)))
                .compose(drafts -> call.await(log.batch(List.of(), drafts, null)))
                .compose(outcome -> call.blocking(() -> {
                    Outcome.Written written = written(outcome, true);
                    List<String> events = new ArrayList<>();
                    Set<String> warnings = new LinkedHashSet<>();
                    for (Outcome.Appended appended : written.events()) {
                        events.add(json(appended, warnings));
                    }
                    warnings.addAll(advice.on(written.events(), agent));
                    return answered(
                            written.replayed(),
                            new JsonOut().array("events", events).texts("warnings", List.copyOf(warnings)));
                }));
    }

    private static List<Draft> drafts(Buffer body) {
        BatchCodec.Decoded decoded = BatchCodec.decode(body.getBytes());
        if (decoded.drafts().isEmpty()) {
            Problem problem = Problems.invalid(decoded.invalid());
            throw (decoded.index() == BatchCodec.NO_INDEX ? problem : problem.indexed(decoded.index())).refused();
        }
        return decoded.drafts();
    }

    private Future<Answer> patch(Call call) {
        QueryParams query = call.query(PatchCodec.TEXTS);
        SortedMap<String, String> said = new TreeMap<>();
        for (String name : PatchCodec.TEXTS) {
            String text = query.one(name);
            if (text != null) {
                said.put(name, text);
            }
        }
        if (said.isEmpty()) {
            call.requireJson();
        } else {
            call.requireText();
        }
        String key = call.idempotencyKey();
        String agent = call.agent();
        return call.body()
                .compose(body -> call.blocking(() -> said.isEmpty()
                        ? PatchCodec.decode(body.getBytes(), key, log.artifactStamp())
                        : PatchCodec.of(said, RawText.of(body.getBytes()), key, log.artifactStamp())))
                .compose(decoded -> patched(call, agent, decoded));
    }

    private Future<Answer> patched(Call call, @Nullable String agent, PatchCodec.Decoded decoded) {
        Artifact patch = decoded.artifact();
        Draft draft = decoded.draft();
        if (patch == null || draft == null) {
            List<Invalid> invalid = decoded.invalid();
            throw Problems.invalid(invalid).refused();
        }
        return call.await(log.batch(List.of(patch), List.of(draft), null))
                .compose(outcome -> call.blocking(() -> {
                    Outcome.Written written = written(outcome, false);
                    Artifact artifact = written.artifacts().get(0).artifact();
                    Outcome.Appended appended = written.events().get(0);
                    Set<String> warnings = new LinkedHashSet<>(Advice.onPatch(artifact));
                    String event = json(appended, warnings);
                    warnings.addAll(advice.on(List.of(appended), agent));
                    return answered(
                                    written.replayed(),
                                    new JsonOut()
                                            .json("artifact", ArtifactCodec.write(artifact))
                                            .json("event", event)
                                            .texts("warnings", List.copyOf(warnings)))
                            .with("Location", location(appended.op()));
                }));
    }

    private static Outcome.Written written(Outcome outcome, boolean isBatch) {
        if (outcome instanceof Outcome.Written written) {
            return written;
        }
        throw Problems.of(outcome, isBatch).refused();
    }

    /** @param agent the caller's own, or null */
    private Future<Answer> appended(Call call, @Nullable String agent, Outcome outcome) {
        if (!(outcome instanceof Outcome.Appended appended)) {
            throw Problems.of(outcome, false).refused();
        }
        return !appended.replayed() && advice.isQuietOn(appended.op(), agent)
                ? Future.succeededFuture(answer(appended, new LinkedHashSet<>()))
                : call.blocking(() -> answer(appended, new LinkedHashSet<>(advice.on(List.of(appended), agent))));
    }

    private Answer answer(Outcome.Appended appended, Set<String> warnings) {
        String event = json(appended, warnings);
        return answered(
                        appended.replayed(),
                        new JsonOut().json("event", event).texts("warnings", List.copyOf(warnings)))
                .with("Location", location(appended.op()));
    }

    private static String location(Op op) {
        return "/logstream/events/" + PercentText.encode(op.eventId());
    }

    /** One that was there before may be known better than when it was written: it is read again. */
    private String json(Outcome.Appended appended, Set<String> warnings) {
        Op op = appended.op();
        StoredEvent stored = appended.replayed() ? reader.get(op.eventId()) : null;
        if (stored == null) {
            return EventCodec.toReader(op, appended.seq(), NOTHING_LOCAL);
        } else if (stored.op().equals(op)) {
            return Events.json(stored, false);
        }
        if (stored.conflict()) {
            warnings.add("under this idempotency key another replica took another payload: " + op.eventId()
                    + " is in conflict, and readers see the other one");
        }
        EventCodec.Local local =
                new EventCodec.Local(stored.pendingArtifacts(), stored.revised(), !op.isChained(), stored.conflict());
        return EventCodec.toReader(op, stored.seq(), local);
    }

    /** 201 for what is new, 200 for what was there by the same idempotency key. */
    public static Answer answered(boolean replayed, JsonOut document) {
        Answer answer = Answer.json(replayed ? 200 : 201, document.build());
        return replayed ? answer.with("Idempotent-Replayed", "true") : answer;
    }
}
