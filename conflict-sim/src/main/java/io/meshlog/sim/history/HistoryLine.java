package io.meshlog.sim.history;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** One line of a history as a tree, in which ops and artifacts stay the text that they are. */
final class HistoryLine {
    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final String text;
    private final JsonParser parser;

    private HistoryLine(String text, JsonParser parser) {
        this.text = text;
        this.parser = parser;
    }

    /** @throws IOException where it is not one JSON object */
    static ObjectNode read(String text) throws IOException {
        try (JsonParser parser = FACTORY.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("it is no JSON object");
            }
            ObjectNode node = new HistoryLine(text, parser).object();
            if (parser.nextToken() != null) {
                throw new IOException("something follows the JSON object");
            }
            return node;
        } catch (JacksonException e) {
            throw new IOException("it is not JSON: " + e.getOriginalMessage(), e);
        }
    }

    private ObjectNode object() throws IOException {
        ObjectNode object = NODES.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            boolean isKept = token == JsonToken.START_OBJECT && (name.equals("op") || name.equals("artifact"));
            object.set(name, isKept ? kept() : value(token));
        }
        return object;
    }

    /** Numbers in the digits that their author wrote, names in whatever order. */
    private JsonNode kept() throws IOException {
        long from = parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        long to = parser.currentLocation().getCharOffset();
        return NODES.pojoNode(text.substring((int) from, (int) to));
    }

    private JsonNode value(JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_STRING -> NODES.textNode(parser.getText());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NUMBER_INT -> NODES.numberNode(parser.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDoubleValue());
            default -> NODES.nullNode();
        };
    }

    private ArrayNode array() throws IOException {
        ArrayNode array = NODES.arrayNode();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            array.add(value(token));
        }
        return array;
    }
}
