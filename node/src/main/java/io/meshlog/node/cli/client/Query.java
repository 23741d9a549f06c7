package io.meshlog.node.cli.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The query of a request, in the order in which it is built. Confined to one thread. */
public final class Query {
    private final StringBuilder text = new StringBuilder();

    /** Adds the parameter once a value. */
    public Query each(String name, @Nullable List<String> values) {
        for (String value : values == null ? List.<String>of() : values) {
            one(name, value);
        }
        return this;
    }

    /** Adds the parameter unless {@code value} is null. */
    public Query one(String name, @Nullable Object value) {
        if (value != null) {
            text.append(text.length() == 0 ? '?' : '&').append(name).append('=').append(encoded(value.toString()));
        }
        return this;
    }

    /** One value, or one segment of a path. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Alike for queries of the same parameters, in whatever order they are given; empty where there are none. */
    public String sorted() {
        return Stream.of(text.toString().split("[?&]"))
                .filter(parameter -> !parameter.isEmpty())
                .distinct()
                .sorted()
                .collect(Collectors.joining("&"));
    }

    /** With its {@code ?}, or empty. */
    @Override
    public String toString() {
        return text.toString();
    }
}
