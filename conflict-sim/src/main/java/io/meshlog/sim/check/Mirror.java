package io.meshlog.sim.check;

import io.meshlog.op.Origin;
import io.meshlog.replica.Line;
import io.meshlog.replica.OpLog;
import io.meshlog.sim.world.Views;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What one replica's log must hold, as its commits said it. Plain data; confined to its run. */
final class Mirror {
    final String replica;
    Origin self = new Origin("none");
    /** Ids of ops held. */
    BitSet held = new BitSet();
    /** The line of a chained op that is held, by its id; null for others. */
    List<@Nullable Origin> lineOf = new ArrayList<>();

    SortedMap<Origin, List<Integer>> byBase = new TreeMap<>();
    SortedMap<Origin, List<Integer>> looseOf = new TreeMap<>();
    SortedMap<String, List<Integer>> carriers = new TreeMap<>();
    /** Ops that are talk, by their words. */
    SortedMap<String, List<Integer>> talk = new TreeMap<>();
    /** What was told to be owed, by event: by whom, and what is said of it. */
    SortedMap<String, String> owed = new TreeMap<>();

    long owedSum;
    SortedMap<String, Row> rows = new TreeMap<>();
    SortedMap<Long, String> byPosition = new TreeMap<>();
    SortedMap<Origin, Line> lines = new TreeMap<>();
    SortedMap<String, String> artifacts = new TreeMap<>();
    /** What the last transaction stored: whoever shared it could not name that yet. */
    SortedSet<String> freshArtifacts = new TreeSet<>();

    /** The last own op, by the id that wrote it. */
    SortedMap<Origin, Integer> tips = new TreeMap<>();

    long nextSeq = 1;
    String lastStamp = "";
    String sane = "";
    /** The most that its clock may stand at because of stamps that it took. */
    long absorbedMillis;

    long physicalMax;
    boolean poisoned;
    /** Sum over proved ops, by base; loose ones under their origin. */
    SortedMap<Origin, Long> proved = new TreeMap<>();

    long provedSum;
    long stateSum;
    /** Ids of the heads that were told and that no crash may take back. */
    BitSet toldHeads = new BitSet();

    // The reader.
    long cursor;
    SortedMap<String, String> delivered = new TreeMap<>();

    /** What its program keeps besides the log; null where that is nothing. */
    final @Nullable Views kept;

    Mirror(String replica) {
        this(replica, null);
    }

    Mirror(String replica, @Nullable OpLog log) {
        this.replica = replica;
        this.kept = log instanceof Views.Kept beside ? beside.views() : null;
    }

    /** An event as the log shows it. */
    record Row(String eventId, long seq, int visible, boolean revised, boolean conflict, List<Integer> hidden) {}

    @Nullable
    Origin line(int id) {
        return id < lineOf.size() ? lineOf.get(id) : null;
    }

    void setLine(int id, @Nullable Origin line) {
        while (lineOf.size() <= id) {
            lineOf.add(null);
        }
        lineOf.set(id, line);
    }
}
