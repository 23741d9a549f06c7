package io.meshlog.node.cli;

import io.meshlog.op.JsonText;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JSON object that is written member by member. Confined to one thread. */
final class JsonObject {
    private final StringBuilder out = new StringBuilder("{");

    /** Left out where {@code text} is null. */
    JsonObject text(String name, @Nullable String text) {
        if (text != null) {
            JsonText.quote(member(name), text);
        }
        return this;
    }

    /** Left out where there are none. */
    JsonObject texts(String name, @Nullable List<String> texts) {
        if (texts != null && !texts.isEmpty()) {
            StringBuilder array = member(name).append('[');
            for (int i = 0; i < texts.size(); i++) {
                JsonText.quote(array.append(i == 0 ? "" : ","), texts.get(i));
            }
            array.append(']');
        }
        return this;
    }

    /** @param json literally, so that every number keeps its digits; left out where null */
    JsonObject literal(String name, @Nullable String json) {
        if (json != null) {
            member(name).append(json);
        }
        return this;
    }

    /**
     * A JSON object that is whole by itself, so that nothing in it can pass for other members.
     *
     * @return {@code json}, literally
     */
    static @Nullable String checked(String option, @Nullable String json) throws CommandFailed {
        if (json != null) {
            try {
                Document.parse(json);
            } catch (IOException e) {
                throw CommandFailed.usage(option + ": expected one JSON object, got '" + json + "'");
            }
        }
        return json;
    }

    private StringBuilder member(String name) {
        JsonText.quote(out.append(out.length() == 1 ? "" : ","), name);
        return out.append(':');
    }

    @Override
    public String toString() {
        return out + "}";
    }
}
