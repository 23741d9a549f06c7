package io.meshlog.node.json;

import io.meshlog.op.JsonText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One JSON object as it is written. Member names are ours and need no escapes. Confined to its maker. */
public final class JsonOut {
    private final StringBuilder out = new StringBuilder(256).append('{');

    public JsonOut text(String name, @Nullable String value) {
        member(name);
        if (value == null) {
            out.append("null");
        } else {
            JsonText.quote(out, value);
        }
        return this;
    }

    public JsonOut number(String name, long value) {
        member(name).append(value);
        return this;
    }

    public JsonOut flag(String name, boolean value) {
        member(name).append(value);
        return this;
    }

    /** @param json a whole JSON value */
    public JsonOut json(String name, String json) {
        member(name).append(json);
        return this;
    }

    /** @param elements each a whole JSON value */
    public JsonOut array(String name, List<String> elements) {
        return json(name, array(elements));
    }

    /** Left out where it is null. */
    public JsonOut given(String name, @Nullable String value) {
        return value == null ? this : text(name, value);
    }

    /** Left out where there are none. */
    public JsonOut given(String name, @Nullable List<String> values) {
        return values == null || values.isEmpty() ? this : texts(name, values);
    }

    /** @param json a whole JSON value; left out where it is null */
    public JsonOut givenJson(String name, @Nullable String json) {
        return json == null ? this : json(name, json);
    }

    public JsonOut texts(String name, List<String> values) {
        return array(name, values.stream().map(JsonText::quote).toList());
    }

    public static String array(List<String> elements) {
        return "[" + String.join(",", elements) + "]";
    }

    /** The object so far, closed; more may follow. */
    public String build() {
        return out + "}";
    }

    private StringBuilder member(String name) {
        if (out.length() > 1) {
            out.append(',');
        }
        return out.append('"').append(name).append("\":");
    }
}
