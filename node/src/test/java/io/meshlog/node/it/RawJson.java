package io.meshlog.node.it;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts JSON text into its parts without changing a character of them. */
final class RawJson {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern SEQ = Pattern.compile("\"origin_seq\"\\s*:\\s*(\\d+)");

    private RawJson() {}

    static Map<String, String> members(String object) {
        Map<String, String> members = new LinkedHashMap<>();
        walk(object, JsonToken.START_OBJECT, (name, text) -> members.put(name, text));
        return members;
    }

    static List<String> elements(String array) {
        List<String> elements = new ArrayList<>();
        walk(array, JsonToken.START_ARRAY, (name, text) -> elements.add(text));
        return elements;
    }

    static long seq(String op) {
        Matcher matcher = SEQ.matcher(op);
        if (!matcher.find()) {
            throw new IllegalArgumentException("no origin_seq in " + op);
        }
        return Long.parseLong(matcher.group(1));
    }

    private interface Part {
        void take(String name, String text);
    }

    private static void walk(String json, JsonToken opening, Part part) {
        try (JsonParser parser = JSON.createParser(json)) {
            if (parser.nextToken() != opening) {
                throw new IllegalArgumentException("expected " + opening);
            }
            for (JsonToken token = parser.nextToken();
                    token != JsonToken.END_OBJECT && token != JsonToken.END_ARRAY;
                    token = parser.nextToken()) {
                if (token == JsonToken.FIELD_NAME) {
                    parser.nextToken();
                }
                int from = (int) parser.currentTokenLocation().getCharOffset();
                parser.skipChildren();
                if (!parser.currentToken().isStructEnd()) {
                    parser.getText();
                }
                String name = String.valueOf(parser.currentName());
                part.take(name, json.substring(from, (int)
                        parser.currentLocation().getCharOffset()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
