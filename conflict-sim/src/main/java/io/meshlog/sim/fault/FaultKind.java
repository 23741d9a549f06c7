package io.meshlog.sim.fault;

/** Every kind of fault that a run can ask for; the names stand in reports and cases. */
public enum FaultKind {
    // network
    LATENCY(Group.NETWORK, "answers come late and overtake each other"),
    LOST_REQUEST(Group.NETWORK, "a question never arrives"),
    LOST_ANSWER(Group.NETWORK, "a question is served, its answer is lost"),
    DUPLICATE(Group.NETWORK, "an answer comes a second time, later"),
    CUT_ANSWER(Group.NETWORK, "an answer breaks off in the middle"),
    GARBAGE(Group.NETWORK, "something else answers in the peer's place"),
    PARTITION(Group.NETWORK, "links are cut for a while, in both directions or in one"),
    // process
    KILL(Group.PROCESS, "killed between two steps, started again later"),
    CRASH_IN_WRITE(Group.PROCESS, "dies inside a commit, which the disk keeps wholly or not at all"),
    CRASH_AFTER_COMMIT(Group.PROCESS, "dies after a durable commit, before all that follows from it was done"),
    PAUSE(Group.PROCESS, "stands still for a while, then goes on"),
    // disk
    DISK_FULL(Group.DISK, "takes no write for a while"),
    DISK_ERROR(Group.DISK, "a write fails, and nobody knows whether it is there"),
    FAILED_SYNC(Group.DISK, "a write is not there, and there again after a kill, unless a later one took its place"),
    // clock
    CLOCK_JUMP(Group.CLOCK, "the wall clock jumps, forward or back"),
    CLOCK_DRIFT(Group.CLOCK, "the wall clock runs too fast or too slow"),
    CLOCK_FREEZE(Group.CLOCK, "the wall clock stands still"),
    CLOCK_FAR(Group.CLOCK, "the wall clock is days ahead, or at the epoch"),
    SLOW_SIGNER(Group.CLOCK, "signatures take long"),
    // identity
    RESTORE(Group.IDENTITY, "an older copy of the directory is put back in place"),
    CLONE(Group.IDENTITY, "a copy of the directory runs beside the first"),
    WIPE(Group.IDENTITY, "database, key or both are deleted"),
    RENEW(Group.IDENTITY, "a new id by hand"),
    // peers
    LIE(Group.PEER, "a peer answers what is not true"),
    HUB(Group.PEER, "a peer of the reference kind relays ops without their chains"),
    HUB_RESET(Group.PEER, "a peer of the reference kind is set back and grows again"),
    NEWER_PEER(Group.PEER, "a native peer of a later version: unknown fields, unreadable ops"),
    // load
    SHARED_ID(Group.LOAD, "replicas write under one event id"),
    BURST(Group.LOAD, "many appends at one moment"),
    ARTIFACT(Group.LOAD, "events name artifacts that arrive before, after or never");

    /** What kind of thing breaks. */
    public enum Group {
        NETWORK,
        PROCESS,
        DISK,
        CLOCK,
        IDENTITY,
        PEER,
        LOAD
    }

    private final Group group;
    private final String sentence;

    FaultKind(Group group, String sentence) {
        this.group = group;
        this.sentence = sentence;
    }

    public Group group() {
        return group;
    }

    public String sentence() {
        return sentence;
    }

    /** As it stands in reports: {@code crash-in-write}. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
