package io.meshlog.wire;

import io.meshlog.op.CanonicalText;
import io.meshlog.op.Fields;

/** The fields of an op or artifact as one canonical JSON object: how a store keeps them. */
public final class FieldsText {
    private FieldsText() {}

    public static String write(Fields fields) {
        return fields.toString();
    }

    /** The inverse of {@link #write}. @throws IllegalArgumentException if the text was not written by it */
    public static Fields read(String text) {
        return CanonicalText.object(text);
    }
}
