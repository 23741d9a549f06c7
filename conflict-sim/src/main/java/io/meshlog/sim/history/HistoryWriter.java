package io.meshlog.sim.history;

import io.meshlog.op.JsonText;
import io.meshlog.op.Op;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Incident;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.RoundResult;
import io.meshlog.replica.Served;
import io.meshlog.sim.world.Observer;
import io.meshlog.vector.Frontier;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what happens, one JSON object a line, before it passes it on: what breaks something is the last line.
 *
 * <p>The first line is {@code {"format":"conflict-sim-history-1"}}. Each other one has {@code at} (milliseconds since the
 * start), {@code replica} (the name that it is known by, whatever ids it writes under), {@code event}, and:
 *
 * <pre>
 * placed        how (new, copied, restored, wiped), holds   a directory came to it
 * recovered     holds, physicalMillis                       a process is up on what the log holds
 * committed     commits, physicalMillis                     one transaction is durable
 * told          served                                      what it may tell from now on
 * requested     request, id, asked                          somebody asks for an event or an artifact to be stored
 * acknowledged  request, op
 * stored        request                                     an artifact is durable
 * refused       request, why
 * unanswered    request                                     nobody knows whether it is there
 * reported      incident
 * round         peer, result, heard                         a round with a peer is over, and what that had told
 * issued        op                                          a peer that is no replica of ours wrote an op
 * read          —                                           a reader takes what is new behind its cursor
 * rest          core, logs                                  all of the core have the same, and nothing moves
 * </pre>
 *
 * <p>{@code holds} and each of {@code logs} is all that a log holds, as the one commit that would make it; commits,
 * documents and results have the components of {@link Commit}, {@link Served}, {@link Incident} and {@link RoundResult}
 * as members, absent ones left out; ops and artifacts are as on the wire. Confined to its run.
 */
public final class HistoryWriter implements Observer {
    static final String FORMAT = "conflict-sim-history-1";

    private final Observer next;
    private final Consumer<String> lines;
    private final LongSupplier now;
    private final SortedMap<String, OpLog> logs = new TreeMap<>();
    private final SortedSet<String> artifactIds = new TreeSet<>();

    /** @param next hears everything after it was written @param lines takes each line, without its end @param now as {@code at} */
    public HistoryWriter(Observer next, Consumer<String> lines, LongSupplier now) {
        this.next = next;
        this.lines = lines;
        this.now = now;
        lines.accept("{\"format\":\"" + FORMAT + "\"}");
    }

    /** One line that is being written. */
    private final class Written {
        private final StringBuilder out = new StringBuilder(512);

        Written(String replica, String event) {
            out.append("{\"at\":").append(now.getAsLong()).append(",\"replica\":");
            JsonText.quote(out, replica).append(",\"event\":\"").append(event).append('"');
        }

        Written with(String name, Object value) {
            ValueJson.write(out.append(",\"").append(name).append("\":"), value);
            return this;
        }

        void end() {
            lines.accept(out.append('}').toString());
        }
    }

    /** These have come to rest. */
    public void rest(List<String> core) {
        Written line = new Written("", "rest").with("core", core);
        line.out.append(",\"logs\":{");
        String separator = "";
        for (String name : core) {
            OpLog log = logs.get(name);
            if (log != null) {
                JsonText.quote(line.out.append(separator), name).append(':');
                ValueJson.write(line.out, LogDump.of(log, artifactIds));
                separator = ",";
            }
        }
        line.out.append('}');
        line.end();
    }

    @Override
    public void placed(String replica, OpLog log, String how) {
        logs.put(replica, log);
        new Written(replica, "placed")
                .with("how", how)
                .with("holds", LogDump.of(log, artifactIds))
                .end();
        next.placed(replica, log, how);
    }

    @Override
    public void recovered(String replica, RecoveredState state, OpLog log, long physicalMillis) {
        logs.put(replica, log);
        new Written(replica, "recovered")
                .with("holds", LogDump.of(log, artifactIds))
                .with("physicalMillis", physicalMillis)
                .end();
        next.recovered(replica, state, log, physicalMillis);
    }

    @Override
    public void committed(String replica, List<Commit> commits, long physicalMillis) {
        commits.forEach(commit -> commit.artifacts().forEach(artifact -> artifactIds.add(artifact.id())));
        new Written(replica, "committed")
                .with("commits", commits)
                .with("physicalMillis", physicalMillis)
                .end();
        next.committed(replica, commits, physicalMillis);
    }

    @Override
    public void told(String replica, Served served) {
        new Written(replica, "told").with("served", served).end();
        next.told(replica, served);
    }

    @Override
    public void requested(String replica, long request, String eventId, String asked) {
        new Written(replica, "requested")
                .with("request", request)
                .with("id", eventId)
                .with("asked", asked)
                .end();
        next.requested(replica, request, eventId, asked);
    }

    @Override
    public void together(String replica, List<String> ids) {
        new Written(replica, "together").with("ids", ids).end();
        next.together(replica, ids);
    }

    @Override
    public void refusedAlong(String replica, long request) {
        new Written(replica, "refused-along").with("request", request).end();
        next.refusedAlong(replica, request);
    }

    @Override
    public void acknowledged(String replica, long request, Op op) {
        new Written(replica, "acknowledged")
                .with("request", request)
                .with("op", op)
                .end();
        next.acknowledged(replica, request, op);
    }

    @Override
    public void stored(String replica, long request) {
        new Written(replica, "stored").with("request", request).end();
        next.stored(replica, request);
    }

    @Override
    public void refused(String replica, long request, String why) {
        new Written(replica, "refused")
                .with("request", request)
                .with("why", why)
                .end();
        next.refused(replica, request, why);
    }

    @Override
    public void unanswered(String replica, long request) {
        new Written(replica, "unanswered").with("request", request).end();
        next.unanswered(replica, request);
    }

    @Override
    public void reported(String replica, Incident incident) {
        new Written(replica, "reported").with("incident", incident).end();
        next.reported(replica, incident);
    }

    @Override
    public void roundEnded(String replica, String peer, RoundResult result, @Nullable Frontier heard) {
        Written round = new Written(replica, "round").with("peer", peer).with("result", result);
        (heard == null ? round : round.with("heard", heard)).end();
        next.roundEnded(replica, peer, result, heard);
    }

    @Override
    public void endless(String replica, String peer, int questions) {
        next.endless(replica, peer, questions);
    }

    @Override
    public void issued(String peer, Op op) {
        new Written(peer, "issued").with("op", op).end();
        next.issued(peer, op);
    }

    @Override
    public void read(String replica) {
        new Written(replica, "read").end();
        next.read(replica);
    }
}
