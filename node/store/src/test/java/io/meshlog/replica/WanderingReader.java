package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.cursor.Cover;
import io.meshlog.node.store.list.FollowFrom;
import io.meshlog.node.store.list.Followed;
import io.meshlog.node.store.list.ListQuery;
import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.op.Digest;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Follows events at one node after the other and carries its cursor along. What it was told it remembers by id, as
 * whoever follows would: an event that comes again without being marked is a repeat. Confined to one test.
 */
final class WanderingReader {
    private final SortedMap<String, Digest> seen = new TreeMap<>();
    private final List<String> repeats = new ArrayList<>();
    private final List<String> walk = new ArrayList<>();
    private final LongSupplier pageEvents;

    /** Where it was read last; null before the first page. */
    private @Nullable StoredCopy at;

    private int epoch;
    private long position;
    private Cover cover = Cover.NONE;
    private boolean isAhead;

    WanderingReader(LongSupplier pageEvents) {
        this.pageEvents = pageEvents;
    }

    /** One page at that copy. @return whether the copy holds all that the cursor stands for */
    boolean page(StoredCopy copy, boolean isResuming) {
        boolean isHere = copy == at && epoch == copy.epoch();
        FollowFrom.Kind kind = isHere
                ? isAhead ? FollowFrom.Kind.POSITION_AND_COVER : FollowFrom.Kind.POSITION
                : isResuming ? FollowFrom.Kind.COVER_AS_FAR_AS_HELD : FollowFrom.Kind.COVER;
        if (at == null) {
            kind = FollowFrom.Kind.POSITION;
        }
        ListQuery query = ListQuery.all(isHere ? position : 0, (int) pageEvents.getAsLong(), 1 << 20);
        Followed followed = copy.reader().follow(query, new FollowFrom(kind, cover));
        walk.add(copy.name() + "/" + copy.epoch() + " " + kind + " after " + position + " to "
                + followed.page().examinedTo() + " of " + copy.tip() + " gives "
                + followed.page().events().stream()
                        .map(e -> e.op() + "=" + e.op().eventId() + (e.revised() ? "!" : "") + "@" + e.seq())
                        .toList()
                + followed.missing() + " cover " + followed.cover());
        if (!followed.missing().isEmpty()) {
            return false;
        }
        for (StoredEvent event : followed.page().events()) {
            Digest before = seen.put(event.op().eventId(), event.op().payload());
            if (before != null && !event.revised()) {
                repeats.add(event.op() + " of " + event.op().eventId());
            }
        }
        at = copy;
        epoch = copy.epoch();
        position = followed.page().examinedTo();
        cover = followed.cover();
        isAhead = followed.isAhead();
        if (!followed.page().more()) {
            hasMissedNothingOf(copy, false);
        }
        return true;
    }

    /** Pages at that copy until nothing is left. */
    boolean readOut(StoredCopy copy, boolean isResuming) {
        long before;
        do {
            before = at == copy && epoch == copy.epoch() ? position : -1;
            if (!page(copy, isResuming)) {
                return false;
            }
        } while (position > before && position < copy.tip());
        return true;
    }

    /** @param asShown whether it must also know each event as it is shown */
    void hasMissedNothingOf(StoredCopy copy, boolean asShown) {
        for (Commit.EventRow row : copy.events()) {
            Digest payload = copy.payload(row);
            assertThat(seen.keySet())
                    .as("%s at %s after%n%s", row, copy.name(), this)
                    .contains(row.eventId());
            if (asShown) {
                assertThat(seen.get(row.eventId()))
                        .as("%s at %s after%n%s", row, copy.name(), this)
                        .isEqualTo(payload);
            }
        }
    }

    List<String> repeats() {
        return repeats;
    }

    @Override
    public String toString() {
        return String.join("\n", walk);
    }
}
