package io.meshlog.node.api.cursor;

import io.meshlog.cursor.Cover;
import io.meshlog.cursor.LoosePoint;
import io.meshlog.cursor.Point;
import io.meshlog.node.json.JsonOut;
import io.meshlog.op.CanonicalText;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.op.Origin;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a cursor covers, as the members {@code heads}, {@code loose} and {@code unread} of its JSON (spec §12):
 * {@code [[origin, seq, mark], …]}, and {@code {origin: [top, count, mark], …}} for loose ops.
 */
final class CoverJson {
    private static final int MARK_LENGTH = 16;

    private CoverJson() {}

    static String heads(Cover cover) {
        return points(cover.heads());
    }

    static String unread(Cover cover) {
        return points(cover.unread());
    }

    static String loose(Cover cover) {
        JsonOut json = new JsonOut();
        for (LoosePoint point : cover.loose()) {
            json.array(
                    point.origin().name(),
                    List.of(Long.toString(point.top()), Long.toString(point.count()), JsonText.quote(point.mark())));
        }
        return json.build();
    }

    private static String points(List<Point> points) {
        return JsonOut.array(points.stream()
                .map(point -> JsonOut.array(List.of(
                        JsonText.quote(point.origin().name()),
                        Long.toString(point.seq()),
                        JsonText.quote(point.mark()))))
                .toList());
    }

    /** Null where none of the members is there. @throws IllegalArgumentException if they say something else */
    static @Nullable Cover read(Fields json) {
        String heads = json.get("heads");
        String loose = json.get("loose");
        String unread = json.get("unread");
        if (heads == null && loose == null && unread == null) {
            return null;
        }
        return new Cover(points(heads), loosePoints(loose), points(unread));
    }

    private static List<Point> points(@Nullable String array) {
        List<Point> points = new ArrayList<>();
        for (String text : array == null ? List.<String>of() : CanonicalText.elements(array)) {
            List<String> parts = CanonicalText.elements(text);
            require(parts.size() == 3);
            String name = CanonicalText.stringOrNull(parts.get(0));
            points.add(new Point(origin(name), number(parts.get(1)), mark(parts.get(2))));
        }
        return points;
    }

    private static List<LoosePoint> loosePoints(@Nullable String object) {
        List<LoosePoint> points = new ArrayList<>();
        if (object != null) {
            CanonicalText.object(object).forEach((name, text) -> {
                List<String> parts = CanonicalText.elements(text);
                require(parts.size() == 3);
                points.add(
                        new LoosePoint(origin(name), number(parts.get(0)), number(parts.get(1)), mark(parts.get(2))));
            });
        }
        return points;
    }

    private static Origin origin(@Nullable String name) {
        require(name != null && Origin.isName(name));
        return new Origin(java.util.Objects.requireNonNull(name));
    }

    private static long number(String canonical) {
        Long number = CanonicalText.longOrNull(canonical);
        require(number != null && number >= 1);
        return java.util.Objects.requireNonNull(number);
    }

    private static String mark(String canonical) {
        String mark = CanonicalText.stringOrNull(canonical);
        require(mark != null && mark.length() == MARK_LENGTH && mark.matches("[0-9a-f]*"));
        return java.util.Objects.requireNonNull(mark);
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("no cursor of ours");
        }
    }
}
