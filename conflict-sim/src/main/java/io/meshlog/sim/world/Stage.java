package io.meshlog.sim.world;

import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.op.Draft;
import io.meshlog.op.Event;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.workload.Action;
import io.meshlog.sim.workload.Plan;
import io.meshlog.wire.ArtifactCodec;
import io.meshlog.wire.ArtifactDraftCodec;
import io.meshlog.wire.PatchCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What each kind of action does to a world. Confined to its run. */
final class Stage {
    private final World world;
    private final SortedMap<String, SimDisk.Copy> backups = new TreeMap<>();
    /** Who wrote first under an event id that several write under. */
    private final SortedMap<String, String> sharedBy = new TreeMap<>();

    private long requests;

    Stage(World world) {
        this.world = world;
    }

    void close() {
        backups.values().forEach(copy -> copy.shelf().discard());
    }

    void perform(Action action) {
        if (!world.knows(action)) {
            world.skip(action);
            return;
        }
        SimReplica replica = world.replicas().get(action.actor());
        boolean done = replica != null ? onReplica(action, replica) : onScripted(action);
        if (!done) {
            world.skip(action);
        }
    }

    /** @return whether it fitted */
    private boolean onReplica(Action action, SimReplica replica) {
        if (action instanceof Action.Append append) {
            return append(append, replica);
        } else if (action instanceof Action.Ask ask) {
            Draft draft = Drafts.of(ask);
            return replica.isUp() && append(replica, ask.event(), draft, Asked.of(draft));
        } else if (action instanceof Action.Reply reply) {
            return replica.isUp() && reply(reply, replica);
        } else if (action instanceof Action.Batch batch) {
            return replica.isUp() && batch(batch, replica);
        } else if (action instanceof Action.Patch patch) {
            return replica.isUp() && patch(patch, replica);
        } else if (action instanceof Action.Put put) {
            return put(put, replica);
        } else if (action instanceof Action.Pull pull) {
            return replica.isUp() && replica.pull(pull.id(), pull.peer());
        } else if (action instanceof Action.Read) {
            world.observer().read(replica.name());
            return true;
        }
        return breaks(action, replica) || identity(action, replica);
    }

    boolean append(Action.Append append, SimReplica replica) {
        if (!replica.isUp()) {
            return false;
        }
        Draft draft = Drafts.of(append);
        append(replica, append.event(), draft, Asked.of(draft));
        if (append.event().startsWith("shared")) {
            shared(append);
        }
        return true;
    }

    /** @param asked what must come of it */
    private boolean append(SimReplica replica, String event, Draft draft, String asked) {
        long request = ++requests;
        String eventId = eventId(event);
        String key = draft.idempotencyKey();
        String expected = key == null ? eventId : Asked.keyedId(draft.routing().fromAgent(), key);
        world.observer().requested(replica.name(), request, expected, asked);
        replica.append(request, eventId, draft);
        return true;
    }

    /** Who names an event that is not there is told so by the node, and nothing is asked of the log. */
    private boolean reply(Action.Reply reply, SimReplica replica) {
        if (!reply.named()) {
            Draft draft = Drafts.inThread(reply);
            return append(replica, reply.event(), draft, Asked.of(draft));
        }
        Event target = replica.event(eventId(reply.about()));
        return target != null && append(replica, reply.event(), Drafts.ack(reply, target), Asked.ack(reply, target));
    }

    private boolean batch(Action.Batch batch, SimReplica replica) {
        long number = ++requests;
        List<Draft> drafts = Drafts.of(batch);
        List<String> ids = batch.events().stream().map(Stage::eventId).toList();
        world.observer().together(replica.name(), ids);
        for (int i = 0; i < ids.size(); i++) {
            world.observer().requested(replica.name(), ++requests, ids.get(i), Asked.of(drafts.get(i)));
        }
        replica.batch(number, List.of(), ids, drafts);
        return true;
    }

    private boolean patch(Action.Patch patch, SimReplica replica) {
        ArtifactDraftCodec.Stamp stamp =
                new ArtifactDraftCodec.Stamp(artifactId(patch.artifact()), SimReplica.CREATED_AT, replica.id());
        PatchCodec.Decoded decoded = Drafts.of(patch, stamp);
        Artifact artifact = Objects.requireNonNull(decoded.artifact());
        Draft draft = Objects.requireNonNull(decoded.draft());
        String event = eventId(patch.event());
        long number = ++requests;
        world.observer().together(replica.name(), List.of(artifact.id(), event));
        world.observer().requested(replica.name(), ++requests, artifact.id(), Asked.of(artifact));
        world.observer().requested(replica.name(), ++requests, event, Asked.patch(patch));
        replica.batch(number, List.of(artifact), List.of(event), List.of(draft));
        return true;
    }

    private void shared(Action.Append append) {
        world.faults().attempted(FaultKind.SHARED_ID);
        world.faults().applied(FaultKind.SHARED_ID);
        String first = sharedBy.putIfAbsent(append.event(), append.actor());
        if (first != null && !first.equals(append.actor())) {
            world.faults().effective(FaultKind.SHARED_ID);
        }
    }

    private boolean put(Action.Put put, SimReplica replica) {
        if (!replica.isUp()) {
            return false;
        }
        SortedMap<String, String> fields = new TreeMap<>();
        fields.put("id", JsonText.quote(artifactId(put.artifact())));
        fields.put("kind", "\"log\"");
        fields.put("created_by", JsonText.quote("agent@" + replica.name()));
        fields.put("created_at", "\"2026-08-25T23:20:03Z\"");
        fields.put("metadata", "{}");
        fields.put("origin_replica", JsonText.quote(replica.id().name()));
        byte[] bytes = put.content().getBytes(StandardCharsets.UTF_8);
        Artifact artifact = ArtifactCodec.of(Fields.of(fields), put.content(), Digest.sha256(bytes), bytes.length);
        long request = ++requests;
        world.observer().requested(replica.name(), request, artifact.id(), Asked.of(artifact));
        replica.put(request, artifact);
        return true;
    }

    public static String eventId(String label) {
        return "evt_" + label;
    }

    public static String artifactId(String label) {
        return "art_" + label;
    }

    private boolean breaks(Action action, SimReplica replica) {
        long now = world.now();
        if (action instanceof Action.Kill kill) {
            if (!attempt(FaultKind.KILL, replica)) {
                return false;
            }
            if (replica.isBusy()) {
                world.faults().effective(FaultKind.KILL);
            }
            replica.die(kill.downMillis());
        } else if (action instanceof Action.CrashInWrite crash) {
            world.faults().attempted(FaultKind.CRASH_IN_WRITE);
            replica.disk().crashIn(crash.write(), crash.kept(), crash.downMillis());
        } else if (action instanceof Action.CrashAfterCommit crash) {
            world.faults().attempted(FaultKind.CRASH_AFTER_COMMIT);
            replica.crashAfterCommit(crash.effect(), crash.downMillis());
        } else if (action instanceof Action.Pause pause) {
            if (!attempt(FaultKind.PAUSE, replica)) {
                return false;
            }
            if (replica.isBusy()) {
                world.faults().effective(FaultKind.PAUSE);
            }
            replica.pause(pause.forMillis());
        } else if (action instanceof Action.DiskFull full) {
            world.faults().attempted(FaultKind.DISK_FULL);
            world.faults().applied(FaultKind.DISK_FULL);
            replica.disk().full(true);
            world.queue()
                    .in(
                            full.forMillis(),
                            full.id() + " ends",
                            () -> replica.disk().full(false));
        } else if (action instanceof Action.DiskError error) {
            world.faults().attempted(FaultKind.DISK_ERROR);
            replica.disk().failIn(error.write(), error.kept());
        } else if (action instanceof Action.FailedSync failed) {
            world.faults().attempted(FaultKind.FAILED_SYNC);
            replica.disk().failSyncIn(failed.write(), failed.killedInMillis(), failed.downMillis());
        } else if (action instanceof Action.Cut cut) {
            world.faults().attempted(FaultKind.PARTITION);
            world.faults().applied(FaultKind.PARTITION);
            world.network()
                    .cut(cut.links(), cut.forMillis() == Long.MAX_VALUE ? Long.MAX_VALUE : now + cut.forMillis());
        } else if (action instanceof Action.SlowSigner slow) {
            world.faults().attempted(FaultKind.SLOW_SIGNER);
            world.faults().applied(FaultKind.SLOW_SIGNER);
            replica.slowSigner(slow.delayMillis(), now + slow.forMillis());
        } else if (action instanceof Action.Lie lie) {
            world.faults().attempted(FaultKind.LIE);
            world.network().lie(replica.name(), lie.peer(), lie.lie());
        } else {
            return clocks(action, replica, now);
        }
        return true;
    }

    private boolean attempt(FaultKind kind, SimReplica replica) {
        world.faults().attempted(kind);
        if (!replica.isUp()) {
            return false;
        }
        world.faults().applied(kind);
        return true;
    }

    private boolean clocks(Action action, SimReplica replica, long now) {
        FaultKind kind;
        if (action instanceof Action.ClockJump jump) {
            kind = FaultKind.CLOCK_JUMP;
            replica.clock().jump(now, jump.millis());
        } else if (action instanceof Action.ClockDrift drift) {
            kind = FaultKind.CLOCK_DRIFT;
            replica.clock().drift(now, drift.millisPerSecond());
        } else if (action instanceof Action.ClockFreeze freeze) {
            kind = FaultKind.CLOCK_FREEZE;
            replica.clock().freeze(now, freeze.forMillis());
        } else if (action instanceof Action.ClockFar far) {
            kind = FaultKind.CLOCK_FAR;
            replica.clock().far(now, far.shows(), far.forMillis());
        } else {
            return false;
        }
        world.faults().attempted(kind);
        world.faults().applied(kind);
        replica.clockFault(kind);
        return true;
    }

    private boolean identity(Action action, SimReplica replica) {
        if (action instanceof Action.Backup backup) {
            SimDisk.Copy before = backups.put(backup.backup(), replica.disk().copy());
            if (before != null) {
                before.shelf().discard();
            }
        } else if (action instanceof Action.Restore restore) {
            SimDisk.Copy copy = backups.get(restore.backup());
            world.faults().attempted(FaultKind.RESTORE);
            if (copy == null) {
                return false;
            }
            world.faults().applied(FaultKind.RESTORE);
            long before = replica.disk().recover().nextSeq();
            replica.replaceDisk(() -> replica.disk().put(copy, restore.marked()), "restored");
            if (replica.disk().recover().nextSeq() < before) {
                world.faults().effective(FaultKind.RESTORE);
            }
        } else if (action instanceof Action.Copy copy) {
            world.faults().attempted(FaultKind.CLONE);
            if (world.replicas().containsKey(copy.as())) {
                return false;
            }
            world.faults().applied(FaultKind.CLONE);
            effectiveIfWritten(FaultKind.CLONE, replica);
            Plan.Setup of = replica.setup();
            SimDisk.Copy directory = replica.disk().copy();
            world.add(new SimReplica(
                    world,
                    new Plan.Setup(
                            copy.as(), of.pageOps(), of.commitMillis(), of.signMillis(), of.clockMillis(), of.json()),
                    directory));
            directory.shelf().discard();
        } else if (action instanceof Action.Wipe wipe) {
            world.faults().attempted(FaultKind.WIPE);
            world.faults().applied(FaultKind.WIPE);
            effectiveIfWritten(FaultKind.WIPE, replica);
            replica.wipe(wipe.what(), world.shelves());
        } else if (action instanceof Action.Renew) {
            if (!attempt(FaultKind.RENEW, replica)) {
                return false;
            }
            effectiveIfWritten(FaultKind.RENEW, replica);
            replica.renew("by hand");
        } else {
            return false;
        }
        return true;
    }

    /** Of an empty log nothing can be lost and nobody can be confused. */
    private void effectiveIfWritten(FaultKind kind, SimReplica replica) {
        if (replica.disk().recover().nextSeq() > 1) {
            world.faults().effective(kind);
        }
    }

    private boolean onScripted(Action action) {
        @Nullable Hub hub = world.hubs().get(action.actor());
        @Nullable NewerPeer peer = world.newer().get(action.actor());
        if (hub != null && action instanceof Action.HubWrite write) {
            SimReplica named = write.stampOf() == null ? null : world.replicas().get(write.stampOf());
            hub.write(eventId(write.event()), write.body(), write.gap(), named == null ? null : named.id());
        } else if (hub != null && action instanceof Action.HubPull pull) {
            world.faults().attempted(FaultKind.HUB);
            SimReplica from = world.replicas().get(pull.peer());
            if (from == null || !from.isUp()) {
                return false;
            }
            world.faults().applied(FaultKind.HUB);
            if (hub.pull(from) > 0) {
                world.faults().effective(FaultKind.HUB);
            }
        } else if (hub != null && action instanceof Action.HubReset reset) {
            world.faults().attempted(FaultKind.HUB_RESET);
            world.faults().applied(FaultKind.HUB_RESET);
            if (hub.reset(reset.ops()) > 0) {
                world.faults().effective(FaultKind.HUB_RESET);
            }
        } else if (peer != null && action instanceof Action.NewerWrite write) {
            world.faults().attempted(FaultKind.NEWER_PEER);
            world.faults().applied(FaultKind.NEWER_PEER);
            world.observer().issued(peer.name(), peer.write(eventId(write.event()), write.readable()));
        } else {
            return false;
        }
        return true;
    }
}
