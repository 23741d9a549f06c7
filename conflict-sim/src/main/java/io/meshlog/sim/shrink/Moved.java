package io.meshlog.sim.shrink;

import io.meshlog.sim.workload.Action;

/** The same action at another time. */
final class Moved {
    private Moved() {}

    static Action to(Action action, long at) {
        if (action instanceof Action.Append a) {
            return new Action.Append(a.id(), at, a.actor(), a.event(), a.body(), a.to(), a.artifacts(), a.key());
        }
        if (action instanceof Action.Ask a) {
            return new Action.Ask(a.id(), at, a.actor(), a.event(), a.agent(), a.to(), a.thread(), a.expires());
        }
        if (action instanceof Action.Reply a) {
            return new Action.Reply(a.id(), at, a.actor(), a.event(), a.agent(), a.about(), a.status(), a.named());
        }
        if (action instanceof Action.Batch a) {
            return new Action.Batch(a.id(), at, a.actor(), a.events(), a.to(), a.lacks());
        }
        if (action instanceof Action.Patch a) {
            return new Action.Patch(a.id(), at, a.actor(), a.event(), a.artifact(), a.content());
        }
        if (action instanceof Action.Put a) {
            return new Action.Put(a.id(), at, a.actor(), a.artifact(), a.content());
        }
        if (action instanceof Action.Pull a) {
            return new Action.Pull(a.id(), at, a.actor(), a.peer());
        }
        if (action instanceof Action.Read a) {
            return new Action.Read(a.id(), at, a.actor());
        }
        if (action instanceof Action.Kill a) {
            return new Action.Kill(a.id(), at, a.actor(), a.downMillis());
        }
        if (action instanceof Action.CrashInWrite a) {
            return new Action.CrashInWrite(a.id(), at, a.actor(), a.write(), a.kept(), a.downMillis());
        }
        if (action instanceof Action.CrashAfterCommit a) {
            return new Action.CrashAfterCommit(a.id(), at, a.actor(), a.effect(), a.downMillis());
        }
        if (action instanceof Action.Pause a) {
            return new Action.Pause(a.id(), at, a.actor(), a.forMillis());
        }
        if (action instanceof Action.DiskFull a) {
            return new Action.DiskFull(a.id(), at, a.actor(), a.forMillis());
        }
        if (action instanceof Action.FailedSync a) {
            return new Action.FailedSync(a.id(), at, a.actor(), a.write(), a.killedInMillis(), a.downMillis());
        }
        if (action instanceof Action.DiskError a) {
            return new Action.DiskError(a.id(), at, a.actor(), a.write(), a.kept());
        }
        if (action instanceof Action.Cut a) {
            return new Action.Cut(a.id(), at, a.actor(), a.links(), a.forMillis());
        }
        if (action instanceof Action.ClockJump a) {
            return new Action.ClockJump(a.id(), at, a.actor(), a.millis());
        }
        if (action instanceof Action.ClockDrift a) {
            return new Action.ClockDrift(a.id(), at, a.actor(), a.millisPerSecond());
        }
        if (action instanceof Action.ClockFreeze a) {
            return new Action.ClockFreeze(a.id(), at, a.actor(), a.forMillis());
        }
        if (action instanceof Action.ClockFar a) {
            return new Action.ClockFar(a.id(), at, a.actor(), a.shows(), a.forMillis());
        }
        if (action instanceof Action.SlowSigner a) {
            return new Action.SlowSigner(a.id(), at, a.actor(), a.delayMillis(), a.forMillis());
        }
        if (action instanceof Action.Backup a) {
            return new Action.Backup(a.id(), at, a.actor(), a.backup());
        }
        if (action instanceof Action.Restore a) {
            return new Action.Restore(a.id(), at, a.actor(), a.backup(), a.marked());
        }
        if (action instanceof Action.Copy a) {
            return new Action.Copy(a.id(), at, a.actor(), a.as());
        }
        if (action instanceof Action.Wipe a) {
            return new Action.Wipe(a.id(), at, a.actor(), a.what());
        }
        if (action instanceof Action.Renew a) {
            return new Action.Renew(a.id(), at, a.actor());
        }
        if (action instanceof Action.Lie a) {
            return new Action.Lie(a.id(), at, a.actor(), a.peer(), a.lie());
        }
        if (action instanceof Action.HubWrite a) {
            return new Action.HubWrite(a.id(), at, a.actor(), a.event(), a.body(), a.gap(), a.stampOf());
        }
        if (action instanceof Action.HubPull a) {
            return new Action.HubPull(a.id(), at, a.actor(), a.peer());
        }
        if (action instanceof Action.HubReset a) {
            return new Action.HubReset(a.id(), at, a.actor(), a.ops());
        }
        if (action instanceof Action.NewerWrite a) {
            return new Action.NewerWrite(a.id(), at, a.actor(), a.event(), a.readable());
        }
        throw new IllegalArgumentException("no such kind of action: " + action);
    }
}
