package io.meshlog.replica;

import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What this replica remembers of one peer between rounds. Confined to the replica. */
final class PeerView {
    final String name;
    /** The peer's last vector, for when it says that nothing changed. */
    @Nullable
    VectorDocument document;
    /** Whether all that this document speaks of was taken: while it stays the same nothing is left to ask. */
    boolean taken;
    /** How far a reference peer's origins were taken; durable. */
    final SortedMap<Origin, Commit.Position> positions = new TreeMap<>();
    /** Loose digests whose ops were listed to the end: what remains different is what we hold otherwise. */
    final SortedMap<Origin, Digest> looseTaken = new TreeMap<>();
    /** The pending artifact that was asked for last; the next round goes on after it. */
    String pendingAfter = "";

    /** Where the last round stopped because too much was refused: the next one begins after it. */
    @Nullable
    Origin startAfter;

    @Nullable
    Round round;

    PeerView(String name) {
        this.name = name;
    }
}
