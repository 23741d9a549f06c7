package io.meshlog.sim.workload;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happens in a run, decided before it: what shrinking removes, and what a case keeps.
 *
 * <p>Every action has a name of its own that stays the same when others are removed; whatever else is drawn for it
 * hangs on that name. Times are virtual milliseconds from the start of the run.
 */
public sealed interface Action {
    /** Unique in its plan. */
    String id();

    /** Virtual milliseconds, ≥ 0. */
    long at();

    /** The replica, hub or peer that it is done to. */
    String actor();

    /** Everyone whom it concerns: its actor, and whoever else it names. */
    default SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>(List.of(actor()));
        if (this instanceof Pull pull) {
            names.add(pull.peer());
        } else if (this instanceof Lie lie) {
            names.add(lie.peer());
        } else if (this instanceof HubPull pull) {
            names.add(pull.peer());
        } else if (this instanceof HubWrite write && write.stampOf() != null) {
            names.add(write.stampOf());
        } else if (this instanceof Cut cut) {
            cut.links().forEach(link -> names.addAll(List.of(link.split(">", -1))));
        }
        return names;
    }

    /**
     * @param event label of the event id; two actions with one label contend for it
     * @param key an idempotency key, which gives the event its id; null for none
     */
    record Append(
            String id,
            long at,
            String actor,
            String event,
            String body,
            @Nullable String to,
            List<String> artifacts,
            @Nullable String key)
            implements Action {
        /** Without a key. */
        public Append(
                String id,
                long at,
                String actor,
                String event,
                String body,
                @Nullable String to,
                List<String> artifacts) {
            this(id, at, actor, event, body, to, artifacts, null);
        }
    }

    /**
     * Somebody asks somebody for something.
     *
     * @param event label of the event id; two actions with one label contend for it
     * @param agent who asks
     * @param to who is asked: an agent, or {@code *} for everyone
     * @param thread label of the event that its thread is named after; null for none
     * @param expires whether it says until when
     */
    record Ask(
            String id,
            long at,
            String actor,
            String event,
            String agent,
            String to,
            @Nullable String thread,
            boolean expires)
            implements Action {}

    /**
     * Somebody says how far a thing is.
     *
     * @param event label of the event id
     * @param agent who says so
     * @param about label of the event that it is about
     * @param named whether it names that event, as an acknowledgement does, which can only be made where that event is;
     *     else it only stands in the thread of that name
     */
    record Reply(
            String id, long at, String actor, String event, String agent, String about, String status, boolean named)
            implements Action {}

    /**
     * Several events as one request.
     *
     * @param events labels of their ids
     * @param to whom all of them ask; null for nobody
     * @param lacks label of an artifact that the last one names; null for none
     */
    record Batch(
            String id,
            long at,
            String actor,
            List<String> events,
            @Nullable String to,
            @Nullable String lacks) implements Action {}

    /** An artifact and the event that says that it is ready, as one request. */
    record Patch(String id, long at, String actor, String event, String artifact, String content) implements Action {}

    /** Stores an artifact. */
    record Put(String id, long at, String actor, String artifact, String content) implements Action {}

    /** An anti-entropy round. */
    record Pull(String id, long at, String actor, String peer) implements Action {}

    /** A reader takes what is new behind its cursor. */
    record Read(String id, long at, String actor) implements Action {}

    record Kill(String id, long at, String actor, long downMillis) implements Action {}

    /** Dies in its {@code write}-th commit from now on, ≥ 1. @param kept whether the disk has that commit */
    record CrashInWrite(String id, long at, String actor, int write, boolean kept, long downMillis) implements Action {}

    /** Dies after its next durable commit, before the {@code effect}-th thing that follows from it, ≥ 0. */
    record CrashAfterCommit(String id, long at, String actor, int effect, long downMillis) implements Action {}

    record Pause(String id, long at, String actor, long forMillis) implements Action {}

    record DiskFull(String id, long at, String actor, long forMillis) implements Action {}

    /** The {@code write}-th commit from now on fails. @param kept whether it is there all the same */
    record DiskError(String id, long at, String actor, int write, boolean kept) implements Action {}

    /**
     * The sync of the {@code write}-th commit from now on fails: what was written lies where the next process finds it,
     * until a later commit overwrites it.
     *
     * @param killedInMillis how long after that the process is killed; negative: not because of it
     */
    record FailedSync(String id, long at, String actor, int write, long killedInMillis, long downMillis)
            implements Action {}

    /** Cuts links, each {@code asker>answerer}. */
    record Cut(String id, long at, String actor, List<String> links, long forMillis) implements Action {}

    /** The wall clock moves by so much, at once. */
    record ClockJump(String id, long at, String actor, long millis) implements Action {}

    /** The wall clock runs so many milliseconds too fast in each second; negative: too slow. */
    record ClockDrift(String id, long at, String actor, long millisPerSecond) implements Action {}

    record ClockFreeze(String id, long at, String actor, long forMillis) implements Action {}

    /** The wall clock shows something absurd for a while, in milliseconds since 1970. */
    record ClockFar(String id, long at, String actor, long shows, long forMillis) implements Action {}

    record SlowSigner(String id, long at, String actor, long delayMillis, long forMillis) implements Action {}

    /** Copies the directory, key included, under a name. */
    record Backup(String id, long at, String actor, String backup) implements Action {}

    /** Puts a copy back in place. @param marked whether the copy says that it is one, as the program's own backups do */
    record Restore(String id, long at, String actor, String backup, boolean marked) implements Action {}

    /** A copy of the directory, key included, runs as another process. */
    record Copy(String id, long at, String actor, String as) implements Action {}

    record Wipe(String id, long at, String actor, What what) implements Action {
        /** What of the directory is deleted. */
        public enum What {
            DATABASE,
            KEY,
            ALL
        }
    }

    /** A new identity by hand. */
    record Renew(String id, long at, String actor) implements Action {}

    /** What {@code actor} is answered next by {@code peer} is not true. */
    record Lie(String id, long at, String actor, String peer, LieKind lie) implements Action {}

    /**
     * A reference hub authors an op.
     *
     * @param gap how many numbers it leaves out before it
     * @param stampOf the replica that its stamp names, two hours ahead of time; null for a stamp of its own
     */
    record HubWrite(
            String id,
            long at,
            String actor,
            String event,
            String body,
            int gap,
            @Nullable String stampOf) implements Action {}

    /** A reference hub pulls from a node. */
    record HubPull(String id, long at, String actor, String peer) implements Action {}

    /** A reference hub loses the last so many of its own ops and goes on from there. */
    record HubReset(String id, long at, String actor, int ops) implements Action {}

    /** A native peer of a later version authors an op. */
    record NewerWrite(String id, long at, String actor, String event, boolean readable) implements Action {}
}
