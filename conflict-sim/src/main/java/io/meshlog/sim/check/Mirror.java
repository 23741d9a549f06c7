package io.meshlog.sim.check;

import io.meshlog.op.Origin;
import io.meshlog.replica.Line;
import io.meshlog.replica.OpLog;
import io.meshlog.sim.world.Views;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    // By ids that begin alike: nothing here hangs on an order, and hashes are known where comparing would be dear.
    /** Chained ops of an author, each after the one that it follows. */
    Map<Origin, List<Issued>> byBase = new LinkedHashMap<>();

    Map<Origin, List<Issued>> looseOf = new LinkedHashMap<>();
    /** Readable ops, by their event. */
    Map<String, List<Issued>> carriers = new LinkedHashMap<>();
    /** Ops that are talk, by their words. */
    Map<String, List<Issued>> talk = new LinkedHashMap<>();
    /** What was told to be owed, by event: by whom, and what is said of it. */
    Map<String, String> owed = new LinkedHashMap<>();

    long owedSum;
    Map<String, Row> rows = new LinkedHashMap<>();
    SortedMap<Long, Row> byPosition = new TreeMap<>();
    SortedMap<Origin, Line> lines = new TreeMap<>();
    Map<String, String> artifacts = new LinkedHashMap<>();
    /** What the last transaction stored: whoever shared it could not name that yet. */
    SortedSet<String> freshArtifacts = new TreeSet<>();

    /** The last own op, by the id that wrote it. */
    Map<Origin, Issued> tips = new LinkedHashMap<>();

    long nextSeq = 1;
    String lastStamp = "";
    String sane = "";
    /** The most that its clock may stand at because of stamps that it took. */
    long absorbedMillis;

    long physicalMax;
    boolean poisoned;
    /** Sum over proved ops, by base; loose ones under their origin. */
    Map<Origin, Long> proved = new LinkedHashMap<>();

    long provedSum;
    long stateSum;
    /** Ids of the heads that were told and that no crash may take back. */
    BitSet toldHeads = new BitSet();

    // The reader.
    long cursor;
    Map<String, String> delivered = new LinkedHashMap<>();

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
    record Row(String eventId, long seq, Issued visible, boolean revised, boolean conflict, List<Issued> hidden) {}

    /** The readable ops that carry an event. */
    List<Issued> carriersOf(String event) {
        List<Issued> of = carriers.get(event);
        return of == null ? List.of() : of;
    }

    /** The chained ops of an author. */
    List<Issued> chainedOf(Origin base) {
        List<Issued> of = byBase.get(base);
        return of == null ? List.of() : of;
    }

    /** The loose ops of an origin. */
    List<Issued> looseOf(Origin origin) {
        List<Issued> of = looseOf.get(origin);
        return of == null ? List.of() : of;
    }

    @Nullable
    Origin line(Issued op) {
        return line(op.id);
    }

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
