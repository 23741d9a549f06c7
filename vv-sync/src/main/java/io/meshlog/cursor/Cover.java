package io.meshlog.cursor;

import java.util.List;

/**
 * The ops that a reader has been shown, or was right not to be shown, in terms that every replica understands (spec §12):
 * all on the path from the root to each head, and the loose ones of each loose point, but for those in {@code unread}.
 * Immutable.
 *
 * @param heads one a line that no other head implies, in order
 * @param loose one an origin, in order
 * @param unread ops below the heads that were passed and not shown, in order: what could not be read, and what had moved
 *     on to a later position
 */
public record Cover(List<Point> heads, List<LoosePoint> loose, List<Point> unread) {
    /** More of them are not named: their lines are covered up to before the first of them. */
    public static final int UNREAD_MAX = 128;

    public static final Cover NONE = new Cover(List.of(), List.of(), List.of());

    public Cover {
        heads = List.copyOf(heads);
        loose = List.copyOf(loose);
        unread = List.copyOf(unread);
    }
}
