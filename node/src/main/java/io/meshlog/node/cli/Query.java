package io.meshlog.node.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The query of a request, in the order in which it is built. Confined to one thread. */
final class Query {
    private final StringBuilder text = new StringBuilder();

    /** Adds the parameter once a value. */
    Query each(String name, @Nullable List<String> values) {
        for (String value : values == null ? List.<String>of() : values) {
            one(name, value);
        }
        return this;
    }

    /** Adds the parameter unless {@code value} is null. */
    Query one(String name, @Nullable Object value) {
        if (value != null) {
            text.append(text.length() == 0 ? '?' : '&').append(name).append('=').append(encoded(value.toString()));
        }
        return this;
    }

    /** As a part of a query or of a path. */
    static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** With its {@code ?}, or empty. */
    @Override
    public String toString() {
        return text.toString();
    }
}
