package io.meshlog.node.api.read;

import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.op.Digest;
import io.meshlog.op.Event;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.op.Op;
import io.meshlog.wire.EventCodec;

/** Events as readers get them. */
public final class Events {
    static final int PREVIEW_CODE_POINTS_MAX = 200;

    private Events() {}

    public static String json(StoredEvent event, boolean preview) {
        EventCodec.Local local =
                new EventCodec.Local(event.pendingArtifacts(), event.revised(), event.unverified(), event.conflict());
        return EventCodec.toReader(preview ? cut(event.op()) : event.op(), event.seq(), local);
    }

    /** The body's first characters, and how many there are; a character is a code point. */
    private static Op cut(Op op) {
        Event event = op.eventOrNull();
        String body = event == null ? "" : event.content().body();
        int points = body.codePointCount(0, body.length());
        boolean isCut = points > PREVIEW_CODE_POINTS_MAX;
        String shown = isCut ? body.substring(0, body.offsetByCodePoints(0, PREVIEW_CODE_POINTS_MAX)) : body;
        Fields fields = op.fields()
                .with("body", JsonText.quote(shown))
                .with("body_truncated", Boolean.toString(isCut))
                .with("body_length", Integer.toString(points));
        Digest chain = op.chain();
        return chain == null
                ? Op.loose(op.origin(), op.seq(), fields, op.reading())
                : Op.chained(op.origin(), op.seq(), fields, op.reading(), chain, op.sig());
    }
}
