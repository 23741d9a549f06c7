package io.meshlog.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.meshlog.op.CanonicalText;
import io.meshlog.op.Fields;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What every document of a peer has in common: one JSON object, whole, and nothing after it. */
final class Documents {
    private Documents() {}

    /** @param flaw why something in the document has no canonical form, or null */
    record Read(Fields members, @Nullable String flaw) {}

    /** The members of a peer's document as canonical texts. */
    static Fields read(byte[] json) throws ProtocolException {
        Read read = readFlawed(json);
        if (read.flaw() != null) {
            throw new ProtocolException("the document has no canonical form: " + read.flaw());
        }
        return read.members();
    }

    /** The same for a document that may hold a flaw: it is whole JSON, and its flaw is the caller's to refuse. */
    static Read readFlawed(byte[] json) throws ProtocolException {
        try {
            CanonicalReader reader = CanonicalReader.foreign(json);
            startObject(reader.parser());
            Fields members = Fields.of(reader.members());
            end(reader.parser());
            return new Read(members, reader.takeFlaw());
        } catch (IOException e) {
            throw notJson(e);
        }
    }

    static void startObject(JsonParser parser) throws IOException, ProtocolException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new ProtocolException("the document is not a JSON object");
        }
    }

    static void end(JsonParser parser) throws IOException, ProtocolException {
        if (parser.nextToken() != null) {
            throw new ProtocolException("something follows the document");
        }
    }

    static ProtocolException notJson(IOException e) {
        return new ProtocolException(NotJson.words(e, CanonicalReader.FOREIGN_DEPTH_MAX), e);
    }

    static String text(Fields document, String member) throws ProtocolException {
        String value = CanonicalText.stringOrNull(document.get(member));
        if (value == null) {
            throw new ProtocolException(member + " is missing or not a text");
        }
        return value;
    }

    static @Nullable String textOrNull(Fields document, String member) {
        return CanonicalText.stringOrNull(document.get(member));
    }

    static long whole(Fields document, String member) throws ProtocolException {
        Long value = CanonicalText.longOrNull(document.get(member));
        if (value == null || value < 0) {
            throw new ProtocolException(member + " is missing or not a whole number ≥ 0");
        }
        return value;
    }
}
