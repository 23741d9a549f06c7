package io.meshlog.sim.history;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.meshlog.op.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An object of a JSON document, with the place where it stands, so that each complaint can name it. Immutable. */
final class JsonPart {
    private static final ObjectReader READER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .readerFor(JsonNode.class);

    private static final int SHOWN_MAX = 60;

    private final String file;
    private final String path;
    private final JsonNode node;

    private JsonPart(String file, String path, JsonNode node) {
        this.file = file;
        this.path = path;
        this.node = node;
    }

    /** A file that is one JSON object. */
    static JsonPart ofFile(Path file, long bytesMax) throws BadFile {
        try {
            long size = Files.size(file);
            if (size > bytesMax) {
                throw new BadFile(file + ": must be at most " + bytesMax + " bytes, found " + size);
            }
            return of(file.toString(), Files.readAllBytes(file));
        } catch (IOException e) {
            throw new BadFile(file + ": cannot be read: " + Trouble.with(e));
        }
    }

    /** @param file as complaints call it */
    static JsonPart of(String file, byte[] json) throws BadFile {
        JsonNode node;
        try {
            node = READER.readValue(json);
        } catch (JacksonException e) {
            JsonLocation at = e.getLocation();
            String where = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
            throw new BadFile(file + ": is not JSON" + where + ": " + oneLine(e.getOriginalMessage()));
        } catch (IOException e) {
            throw new BadFile(file + ": cannot be read: " + Trouble.with(e));
        }
        if (!node.isObject()) {
            throw new BadFile(file + ": must be a JSON object, found " + shown(node));
        }
        return new JsonPart(file, "", node);
    }

    private static String oneLine(@Nullable String text) {
        return shortened(String.valueOf(text).lines().findFirst().orElse("").strip());
    }

    String path() {
        return path;
    }

    List<String> names() {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    boolean isAbsent(String name) {
        JsonNode at = node.get(name);
        return at == null || at.isNull();
    }

    private String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private JsonNode get(String name) throws BadFile {
        JsonNode at = node.get(name);
        if (at == null) {
            throw new BadFile(file + ": " + at(name) + " is missing");
        }
        return at;
    }

    private BadFile wrong(String where, String limit, @Nullable JsonNode found) {
        return new BadFile(file + ": " + where + " must be " + limit + ", found " + shown(found));
    }

    /** A complaint about a member whose form is right. */
    BadFile wrong(String name, String limit) {
        return wrong(at(name), limit, node.get(name));
    }

    JsonPart object(String name) throws BadFile {
        JsonNode at = get(name);
        if (!at.isObject()) {
            throw wrong(at(name), "an object", at);
        }
        return new JsonPart(file, at(name), at);
    }

    List<JsonPart> objects(String name, int least, int most) throws BadFile {
        JsonNode array = array(name, least, most);
        List<JsonPart> objects = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            String where = at(name) + "[" + i + "]";
            if (!array.get(i).isObject()) {
                throw wrong(where, "an object", array.get(i));
            }
            objects.add(new JsonPart(file, where, array.get(i)));
        }
        return objects;
    }

    private JsonNode array(String name, int least, int most) throws BadFile {
        JsonNode at = get(name);
        if (!at.isArray()) {
            throw wrong(at(name), "an array", at);
        } else if (at.size() < least || at.size() > most) {
            throw new BadFile(
                    file + ": " + at(name) + " must have " + least + " to " + most + " elements, found " + at.size());
        }
        return at;
    }

    List<String> texts(String name, int most, int lengthMax) throws BadFile {
        JsonNode array = array(name, 0, most);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            texts.add(text(at(name) + "[" + i + "]", array.get(i), lengthMax));
        }
        return List.copyOf(texts);
    }

    String text(String name, int lengthMax) throws BadFile {
        return text(at(name), get(name), lengthMax);
    }

    private String text(String where, JsonNode at, int lengthMax) throws BadFile {
        if (!at.isTextual()) {
            throw wrong(where, "a text", at);
        } else if (at.textValue().length() > lengthMax) {
            throw new BadFile(file + ": " + where + " must have at most " + lengthMax + " characters, found "
                    + at.textValue().length());
        }
        return at.textValue();
    }

    long whole(String name, long least, long most) throws BadFile {
        JsonNode at = get(name);
        if (!at.isIntegralNumber() || !at.canConvertToLong() || at.longValue() < least || at.longValue() > most) {
            throw wrong(at(name), "a whole number from " + least + " to " + most, at);
        }
        return at.longValue();
    }

    boolean truth(String name) throws BadFile {
        JsonNode at = get(name);
        if (!at.isBoolean()) {
            throw wrong(at(name), "true or false", at);
        }
        return at.booleanValue();
    }

    private static String shown(@Nullable JsonNode found) {
        if (found == null || found.isMissingNode()) {
            return "nothing";
        } else if (found.isObject()) {
            return "an object";
        } else if (found.isArray()) {
            return "an array";
        }
        return found.isTextual() ? JsonText.quote(shortened(found.textValue())) : shortened(found.asText());
    }

    static String shortened(String text) {
        return shortened(text, SHOWN_MAX);
    }

    static String shortened(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }
}
