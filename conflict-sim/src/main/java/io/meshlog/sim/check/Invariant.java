package io.meshlog.sim.check;

/**
 * What must hold. The ids are the signatures of failures: they stand in reports, in cases and in the docs, and never
 * change their meaning.
 */
public enum Invariant {
    // clock
    H1("stamps issued at a replica strictly rise, across crashes too"),
    H2("after applying a stamp within bounds the next local stamp is greater"),
    H3("what happened before has the smaller stamp, unless a clock anomaly separates the two"),
    H4("no clock runs more than max-ahead beyond its wall clock because of a peer"),
    H5("a backward jump neither repeats a stamp nor blocks a write"),
    H10("within an own origin the order of numbers is the order of stamps"),
    // vectors
    V3("a frontier told to anyone is contained in the one recovered after any later crash"),
    V4("a head stands for all ops up to it, without a hole"),
    V5("the next own number is the last durable own number plus one"),
    V6("no chained op comes from nowhere: each is what its author issued, byte for byte"),
    V7("where a history forked, each branch has the name that the set of ops gives it, everywhere"),
    V9("equal frontiers mean equal sets of ops"),
    V10("a signature that is kept, or an op that is taken, is signed by its author's key"),
    // identity
    I1("a replica takes a new id for a reason that is true; no peer can make it do so"),
    // apply
    A1("an op is applied once, however often it arrives"),
    A3("equal frontiers mean equal state"),
    A5("op, line, event and artifact link commit together"),
    A6("an unreadable op stops nothing and is passed on as it came"),
    A7("what readers are shown is what the ops of the log say, in every order"),
    A8("of several ops with one event id all replicas show the same, deliver it once, again only when revised"),
    A9("fields that this version does not know reach the third replica"),
    // log
    L1("a chained op, once committed, never changes and never goes"),
    L2("what was acknowledged is durable"),
    L3("what was not acknowledged is there wholly or not at all"),
    L4("what nobody answered is there once at most; what was refused is not there"),
    L6("a full or failing disk refuses, reads go on, and it recovers by itself"),
    // exchange
    O3("no hole in a connected core"),
    O4("a round that succeeds leaves less to owe, and rounds are bounded"),
    O8("at rest a round is one question and brings no ops"),
    // delivery
    C1("a delivery position is given out once, above all before it"),
    C2("every event reaches every reader, once, late arrivals too"),
    C3("a cursor means the same after a restart"),
    C4("a cursor carried to another replica loses nothing and, after dedupe by id, repeats nothing"),
    // mailbox
    M1("what an agent owes is what a fold over all ops says"),
    M2("equal frontiers mean equal owed for every agent"),
    M3("a terminal reply joined only by correlation never clears an ask that is later in merge order"),
    M4("no event is owed by its author, no broadcast is owed"),
    M5("of two claims across a partition the same wins everywhere, and the other is told"),
    // artifacts
    R1("content has the digest that is recorded for it"),
    R2("no event names an absent artifact without saying that it is pending"),
    R4("content with another digest than the signed one is not taken"),
    // keys
    K1("the same request under the same key is one event, asked again after a crash too"),
    K2("different payloads under one event id are a conflict, and say so; equal ones are one event"),
    K3("a key stands for one event at every replica, also while they are cut off"),
    // system
    G1("the core converges within the bound"),
    G2("every acknowledged op is in every log of the core"),
    G4("the same seed gives the same run"),
    G5("acknowledged, refused and unanswered requests are all requests"),
    G6("no step of the core throws");

    private final String sentence;

    Invariant(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }
}
