package io.meshlog.sim.run;

import io.meshlog.op.Op;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Incident;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.RoundResult;
import io.meshlog.replica.Served;
import io.meshlog.sim.draw.Stream;
import io.meshlog.sim.workload.Action;
import io.meshlog.sim.workload.Plan;
import io.meshlog.sim.world.EventQueue;
import io.meshlog.sim.world.Observer;
import io.meshlog.sim.world.World;
import io.meshlog.vector.Frontier;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Keeps replicas at a workload: one write at a time each, and rounds in between. Confined to its run. */
final class Working implements Observer {
    private static final long RETRY_MILLIS = 200;

    private final Observer checker;
    private final Workload workload;
    private final EventQueue queue;
    private final Stream draws;
    /** Replicas that were told to write something, which is neither held nor refused yet. */
    private final SortedSet<String> busy = new TreeSet<>();

    private final List<String> names = new ArrayList<>();
    private @Nullable World world;
    private long pulls;

    Working(Observer checker, Workload workload, EventQueue queue, Stream draws) {
        this.checker = checker;
        this.workload = workload;
        this.queue = queue;
        this.draws = draws;
    }

    void begin(World of, Plan plan) {
        world = of;
        plan.replicas().forEach(setup -> names.add(setup.name()));
        names.forEach(name -> {
            goOn(name, 0);
            pullNext(name);
        });
    }

    boolean isWritten() {
        return workload.isWritten();
    }

    private void pullNext(String asker) {
        World of = world;
        if (of == null || isWritten() || workload.pullMillisMax() == 0) {
            return;
        }
        queue.in(1 + draws.below(workload.pullMillisMax()), asker + " pulls " + ++pulls, () -> {
            String peer = draws.pick(names);
            if (!peer.equals(asker)) {
                of.pull("w" + ++pulls, asker, peer);
            }
            pullNext(asker);
        });
    }

    private void goOn(String replica, long inMillis) {
        World of = world;
        if (of == null || !busy.add(replica)) {
            return;
        }
        queue.in(inMillis, replica + " goes on " + queue.taken(), () -> {
            Action.Append next = workload.next(replica);
            busy.remove(replica);
            if (next != null && of.write(next)) {
                busy.add(replica);
            }
        });
    }

    private void done(String replica, long inMillis) {
        busy.remove(replica);
        goOn(replica, inMillis);
    }

    @Override
    public void placed(String replica, OpLog log, String how) {
        checker.placed(replica, log, how);
    }

    @Override
    public void recovered(String replica, RecoveredState state, OpLog log, long physicalMillis) {
        checker.recovered(replica, state, log, physicalMillis);
        // It is up in a moment.
        done(replica, 1);
    }

    @Override
    public void committed(String replica, List<Commit> commits, long physicalMillis) {
        checker.committed(replica, commits, physicalMillis);
        for (Commit commit : commits) {
            for (Commit.NewOp added : commit.ops()) {
                if (added.op().eventOrNull() != null) {
                    workload.held(replica, added.op());
                }
            }
        }
        goOn(replica, 1);
    }

    @Override
    public void told(String replica, Served served) {
        checker.told(replica, served);
    }

    @Override
    public void requested(String replica, long request, String eventId, String asked) {
        checker.requested(replica, request, eventId, asked);
    }

    @Override
    public void together(String replica, List<String> ids) {
        checker.together(replica, ids);
    }

    @Override
    public void refusedAlong(String replica, long request) {
        checker.refusedAlong(replica, request);
    }

    @Override
    public void acknowledged(String replica, long request, Op op) {
        checker.acknowledged(replica, request, op);
        done(replica, 1);
    }

    @Override
    public void stored(String replica, long request) {
        checker.stored(replica, request);
    }

    @Override
    public void refused(String replica, long request, String why) {
        checker.refused(replica, request, why);
        done(replica, RETRY_MILLIS);
    }

    @Override
    public void unanswered(String replica, long request) {
        checker.unanswered(replica, request);
        done(replica, RETRY_MILLIS);
    }

    @Override
    public void reported(String replica, Incident incident) {
        checker.reported(replica, incident);
    }

    @Override
    public void roundEnded(String replica, String peer, RoundResult result, @Nullable Frontier heard) {
        checker.roundEnded(replica, peer, result, heard);
    }

    @Override
    public void endless(String replica, String peer, int questions) {
        checker.endless(replica, peer, questions);
    }

    @Override
    public void issued(String peer, Op op) {
        checker.issued(peer, op);
    }

    @Override
    public void read(String replica) {
        checker.read(replica);
    }
}
