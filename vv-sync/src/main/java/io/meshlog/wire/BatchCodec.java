package io.meshlog.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.meshlog.op.Draft;
import io.meshlog.op.Fields;
import io.meshlog.op.Invalid;
import io.meshlog.op.JsonText;
import io.meshlog.op.Limits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A batch of events that are authored here, {@code {"events": […]}} (spec §4): each as {@link DraftCodec} reads it. */
public final class BatchCodec {
    private static final String EVENTS = "events";

    private final List<Draft> drafts = new ArrayList<>();
    private final List<Invalid> wrong = new ArrayList<>();
    private int index = NO_INDEX;

    /** Where what is wrong is not an item. */
    public static final int NO_INDEX = -1;

    private BatchCodec() {}

    /**
     * @param drafts not empty; empty exactly if {@code invalid} is not
     * @param invalid what is wrong with the document or with its first bad item
     * @param index that item's place, from 0, or {@link #NO_INDEX}
     */
    public record Decoded(List<Draft> drafts, List<Invalid> invalid, int index) {}

    public static Decoded decode(byte[] json) {
        return new BatchCodec().read(json);
    }

    private Decoded read(byte[] json) {
        try {
            document(CanonicalReader.authored(json));
        } catch (IOException e) {
            wrong.add(Invalid.of("", NotJson.words(e, Limits.JSON_DEPTH_MAX)));
        }
        return wrong.isEmpty()
                ? new Decoded(List.copyOf(drafts), List.of(), NO_INDEX)
                : new Decoded(List.of(), List.copyOf(wrong), index);
    }

    private void document(CanonicalReader reader) throws IOException {
        JsonParser parser = reader.parser();
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            wrong.add(Invalid.of("", "the document is not a JSON object"));
            return;
        }
        boolean isThere = false;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            if (!name.equals(EVENTS)) {
                wrong.add(Invalid.of(name, "no such field: " + JsonText.quote(name) + "; a batch has events alone"));
            } else if (isThere) {
                wrong.add(Invalid.of(EVENTS, "the document holds duplicate key \"events\""));
            } else if (parser.currentToken() != JsonToken.START_ARRAY) {
                wrong.add(Invalid.of(EVENTS, "events must be an array of events"));
            } else {
                isThere = true;
                items(reader);
            }
            if (!wrong.isEmpty()) {
                return;
            }
        }
        if (!isThere) {
            wrong.add(Invalid.of(EVENTS, "events is required"));
        } else if (parser.nextToken() != null) {
            wrong.add(Invalid.of("", "something follows the document"));
        }
    }

    private void items(CanonicalReader reader) throws IOException {
        JsonParser parser = reader.parser();
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY && wrong.isEmpty()) {
            index = count++;
            if (count <= Limits.BATCH_EVENTS_MAX) {
                item(reader);
            } else {
                parser.skipChildren();
            }
        }
        if (!wrong.isEmpty()) {
            return;
        }
        index = NO_INDEX;
        if (count == 0 || count > Limits.BATCH_EVENTS_MAX) {
            wrong.add(Invalid.tooLarge(EVENTS, "events, and at least 1", Limits.BATCH_EVENTS_MAX, count));
        }
    }

    private void item(CanonicalReader reader) throws IOException {
        if (reader.parser().currentToken() != JsonToken.START_OBJECT) {
            wrong.add(Invalid.of(EVENTS, "an item of events is not a JSON object"));
            return;
        }
        Fields members = Fields.of(reader.members());
        DraftCodec.flaws(reader, members, wrong);
        if (wrong.isEmpty()) {
            DraftCodec.Decoded decoded = DraftCodec.decode(members, null);
            wrong.addAll(decoded.invalid());
            if (decoded.draft() != null) {
                drafts.add(decoded.draft());
            }
        }
    }
}
