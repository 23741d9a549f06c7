package io.meshlog.node.cli.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object to show to people. Scalars are texts, numbers with their literal digits; a null is left out.
 * Reads leniently: an absent member and one of another shape are alike. Immutable.
 *
 * @param members in the document's order; each value is a {@code String}, a {@code Document} or a {@code List} of
 *     these
 */
public record Document(Map<String, Object> members) {
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    static final Document EMPTY = new Document(Map.of());

    /**
     * Exactly one object and nothing after it.
     *
     * @throws IOException if {@code json} is anything else
     */
    public static Document parse(String json) throws IOException {
        try (JsonParser parser = JSON.createParser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("not a JSON object");
            }
            Document document = object(parser);
            if (parser.nextToken() != null) {
                throw new IOException("something follows the JSON object");
            }
            return document;
        }
    }

    /** The first of {@code names} that is a scalar and not empty, or null. */
    public @Nullable String text(String... names) {
        for (String name : names) {
            if (members.get(name) instanceof String text && !text.isEmpty()) {
                return text;
            }
        }
        return null;
    }

    public boolean isTrue(String name) {
        return "true".equals(members.get(name));
    }

    /** The member, or an empty object. */
    public Document object(String name) {
        return members.get(name) instanceof Document document ? document : EMPTY;
    }

    /** The elements of the member that are objects. */
    public List<Document> objects(String name) {
        List<Document> objects = new ArrayList<>();
        for (Object item : items(name)) {
            if (item instanceof Document document) {
                objects.add(document);
            }
        }
        return objects;
    }

    public List<?> items(String name) {
        return members.get(name) instanceof List<?> items ? items : List.of();
    }

    private static Document object(JsonParser parser) throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            Object value = value(parser);
            if (value != null) {
                members.put(name, value);
            }
        }
        return new Document(members);
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> {
                List<Object> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    Object item = value(parser);
                    items.add(item == null ? "null" : item);
                }
                yield items;
            }
            case VALUE_NULL -> null;
            default -> parser.getText();
        };
    }
}
