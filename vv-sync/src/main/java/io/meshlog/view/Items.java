package io.meshlog.view;

import io.meshlog.op.Event;
import org.jspecify.annotations.Nullable;

/** What a list says of an event in one line. Stateless. */
public final class Items {
    public static final int SUBJECT_CODE_POINTS_MAX = 200;

    private Items() {}

    /** Whether {@code metadata.expires_at} is past. Not where it is absent or no time; it binds nobody. */
    public static boolean isExpired(Event event, long nowMillis) {
        String text = Said.metadataText(event, "expires_at");
        Long at = text == null ? null : Times.millisOrNull(text);
        return at != null && at <= nowMillis;
    }

    /** {@code metadata.subject}, else the topic, else the type. */
    public static String subject(Event event) {
        String subject = Said.metadataText(event, "subject");
        @Nullable String topic = event.routing().topic();
        String text = subject != null
                ? subject
                : topic != null ? topic : event.content().type();
        return oneLine(text);
    }

    /** Its first line that says something, cut where it is long. */
    private static String oneLine(String text) {
        String line =
                text.lines().filter(l -> !l.isBlank()).findFirst().orElse("").strip();
        return line.codePointCount(0, line.length()) <= SUBJECT_CODE_POINTS_MAX
                ? line
                : line.substring(0, line.offsetByCodePoints(0, SUBJECT_CODE_POINTS_MAX));
    }
}
