package io.meshlog.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.meshlog.op.CodePoints;
import io.meshlog.op.JsonText;
import io.meshlog.op.Limits;
import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON values as canonical texts: compact, keys sorted by code point, every number in the digits it came
 * in. What has no canonical form (duplicate keys, lone surrogates, nesting past the limit) is noted in
 * {@link #flaw}, and reading goes on, so that one bad value does not spoil its neighbours.
 *
 * <p>Confined to one thread; made for one document.
 */
final class CanonicalReader {
    /** How the flaw of a value that nests too deep begins. */
    static final String TOO_DEEP = "nesting deeper than ";

    /** Bytes of other programs may nest deeper than what we author, yet not without end. */
    static final int FOREIGN_DEPTH_MAX = 512;

    // Jackson's own limits are set out of the way: ours are checked here, value by value, and named.
    private static final JsonFactory STRICT = factory(false);
    private static final JsonFactory LENIENT = factory(true);

    private final JsonSource source;
    private final JsonParser parser;
    private final int depthMax;
    private @Nullable String flaw;
    private String member = "";
    private String flawedMember = "";

    private CanonicalReader(JsonSource source, JsonFactory factory, int depthMax) throws IOException {
        this.source = source;
        this.parser = factory.createParser(source.text());
        this.depthMax = depthMax;
    }

    /** For what is authored here: no NaN, our depth limit. */
    static CanonicalReader strict(byte[] json) throws IOException {
        return new CanonicalReader(JsonSource.of(json), STRICT, Limits.JSON_DEPTH_MAX);
    }

    /** For what is authored here, where NaN is read so that the field which holds it can be named. */
    static CanonicalReader authored(byte[] json) throws IOException {
        return new CanonicalReader(JsonSource.of(json), LENIENT, Limits.JSON_DEPTH_MAX);
    }

    /** For what peers send: NaN and infinities are read as literals. */
    static CanonicalReader foreign(byte[] json) throws IOException {
        return new CanonicalReader(JsonSource.of(json), LENIENT, FOREIGN_DEPTH_MAX);
    }

    JsonParser parser() {
        return parser;
    }

    JsonSource source() {
        return source;
    }

    /** Why the values read since the last call have no canonical form, or null; forgets it. */
    @Nullable
    String takeFlaw() {
        String taken = flaw;
        flaw = null;
        return taken;
    }

    /** The top-level member in which the last flaw stood; "" where it was none. */
    String flawedMember() {
        return flawedMember;
    }

    /** The members of the object at the current token. */
    SortedMap<String, String> members() throws IOException {
        return members(1);
    }

    /** The value at the current token, which ends at its last token. */
    String value() throws IOException {
        return value(1);
    }

    private SortedMap<String, String> members(int depth) throws IOException {
        SortedMap<String, String> members = new TreeMap<>(CodePoints.ORDER);
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            if (depth == 1) {
                member = parser.currentName();
            }
            String name = wellFormed(parser.currentName());
            parser.nextToken();
            if (members.put(name, value(depth + 1)) != null) {
                flawed("duplicate key " + JsonText.quote(name));
            }
        }
        return members;
    }

    private String value(int depth) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw new java.io.EOFException("the document ends where a value should stand");
        }
        return switch (token) {
            case VALUE_STRING -> JsonText.quote(wellFormed(parser.getText()));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE, VALUE_NULL -> parser.getText();
            case START_OBJECT -> object(depth);
            case START_ARRAY -> array(depth);
            default -> throw new IOException("unexpected " + token);
        };
    }

    private String object(int depth) throws IOException {
        if (tooDeep(depth)) {
            return "{}";
        }
        StringBuilder out = new StringBuilder("{");
        members(depth).forEach((name, value) -> {
            out.append(out.length() == 1 ? "" : ",");
            JsonText.quote(out, name).append(':').append(value);
        });
        return out.append('}').toString();
    }

    private String array(int depth) throws IOException {
        if (tooDeep(depth)) {
            return "[]";
        }
        StringBuilder out = new StringBuilder("[");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            out.append(out.length() == 1 ? "" : ",").append(value(depth + 1));
        }
        return out.append(']').toString();
    }

    private boolean tooDeep(int depth) throws IOException {
        if (depth <= depthMax) {
            return false;
        }
        parser.skipChildren();
        flawed(TOO_DEEP + depthMax + " levels");
        return true;
    }

    private String wellFormed(String text) {
        if (CodePoints.loneSurrogate(text) >= 0) {
            flawed("a lone surrogate");
        }
        return text;
    }

    private void flawed(String what) {
        if (flaw == null) {
            flaw = what;
            flawedMember = member;
        }
    }

    private static JsonFactory factory(boolean lenient) {
        return new JsonFactoryBuilder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(20_000)
                        .maxNumberLength(Limits.REQUEST_BYTES_MAX)
                        .maxStringLength(2 * Limits.REQUEST_BYTES_MAX)
                        .maxNameLength(Limits.REQUEST_BYTES_MAX)
                        .build())
                .configure(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS, lenient)
                .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
                .build();
    }
}
