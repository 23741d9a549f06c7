package io.meshlog.sim.reader;

import io.meshlog.cursor.Cover;
import io.meshlog.cursor.Known;
import io.meshlog.cursor.Showing;
import io.meshlog.op.MergeKey;
import io.meshlog.sim.check.Traveller;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Follows events wherever it is sent and carries its cursor along: the shipped rules of what a cursor covers, over a copy
 * that is looked through from end to end. Confined to its run.
 */
public final class Wanderer implements Traveller {
    private static final int SHORT_PAGES = 5;

    /** Whose positions it has; null before it read anything. */
    private @Nullable String at;

    private int epoch;
    private long position;
    private Cover cover = Cover.NONE;
    private boolean isAhead;
    private int visits;

    @Override
    public boolean visits(Copy copy, boolean toTheEnd, Told told) {
        visits++;
        int pages = toTheEnd || visits % 2 == 0 ? Integer.MAX_VALUE : 1;
        boolean mayRepeat = false;
        Copied copied = new Copied(copy);
        for (int page = 0; page < pages; page++) {
            Known known = Known.resolve(cover, copied);
            boolean isHere = at == null || copy.replica().equals(at) && epoch == copy.epoch();
            boolean isResuming = !isHere && !known.missing().isEmpty();
            if (isResuming && !toTheEnd) {
                return false;
            }
            // What is not held is forgotten with the first page, and may come at any of the next. So is what a cursor
            // that
            // was carried here, and is not caught up, counted among loose ops that have changed in several ways since.
            mayRepeat |= isResuming || isAhead && !known.missing().isEmpty();
            // Cursors in the middle are what is tested; a few pages of them are enough before it reads what is left.
            int limit = page < SHORT_PAGES ? 1 + visits % 4 : Integer.MAX_VALUE;
            if (read(copy, copied, known, isHere, mayRepeat, limit, told)) {
                return true;
            }
        }
        return false;
    }

    /** One page. @return whether nothing is left */
    private boolean read(
            Copy copy, Copied copied, Known known, boolean isHere, boolean mayRepeat, int limit, Told told) {
        long from = isHere ? position : 0;
        boolean isByPosition = isHere && !isAhead;
        int listed = 0;
        long examined = Math.max(from, copied.tip());
        boolean isCut = false;
        for (Row row : copy.rows()) {
            if (row.position() <= from) {
                continue;
            }
            if (listed == limit) {
                isCut = true;
                break;
            }
            Showing showing = isByPosition ? Showing.NEW : showing(row, copied, known);
            if (showing != Showing.KNOWN) {
                told.event(row, row.isRevised() || showing == Showing.REVISED, mayRepeat);
                listed++;
            }
            examined = row.position();
        }
        if (!isCut) {
            examined = Math.max(from, copied.tip());
        }
        cover = copied.examined(examined).and(known, copied);
        at = copy.replica();
        epoch = copy.epoch();
        position = examined;
        isAhead = !isByPosition && isCut;
        return !isCut;
    }

    private static Showing showing(Row row, Copied copied, Known known) {
        if (copied.isCovered(row.visible(), known)) {
            return Showing.KNOWN;
        }
        List<Showing.Covered> covered = new ArrayList<>();
        for (Held held : row.hidden()) {
            if (copied.isCovered(held, known)) {
                MergeKey merge = Objects.requireNonNull(MergeKey.of(held.op()));
                covered.add(new Showing.Covered(merge, held.op().payload()));
            }
        }
        return Showing.of(row.visible().op().payload(), covered);
    }
}
