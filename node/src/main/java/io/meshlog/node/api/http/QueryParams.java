package io.meshlog.node.api.http;

import io.meshlog.node.api.problem.Problem;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.api.problem.Refused;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a request's query, decoded strictly. Immutable. Every refusal names the parameter. */
public final class QueryParams {
    private final Map<String, List<String>> values;

    private QueryParams(Map<String, List<String>> values) {
        this.values = values;
    }

    /** @param query as it came, or null @throws Refused if it is no percent-encoded UTF-8 */
    public static QueryParams parse(@Nullable String query) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        int from = 0;
        while (query != null && from < query.length()) {
            int amp = query.indexOf('&', from);
            int to = amp < 0 ? query.length() : amp;
            if (to > from) {
                int equals = query.indexOf('=', from);
                int nameEnd = equals < 0 || equals > to ? to : equals;
                String name = decoded(query.substring(from, nameEnd));
                String value = nameEnd == to ? "" : decoded(query.substring(nameEnd + 1, to));
                values.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
            }
            from = to + 1;
        }
        return new QueryParams(values);
    }

    private static String decoded(String text) {
        String decoded = PercentText.decode(text, true);
        if (decoded == null) {
            throw Problem.of(
                            400,
                            "invalid",
                            "The request is not valid",
                            "the query is not percent-encoded UTF-8: an escape is cut short or stands for no text")
                    .refused();
        }
        return decoded;
    }

    /** The same, but for one parameter that stands in place of several. */
    public QueryParams with(String name, String value, List<String> insteadOf) {
        Map<String, List<String>> changed = new LinkedHashMap<>(values);
        insteadOf.forEach(changed::remove);
        changed.put(name, List.of(value));
        return new QueryParams(changed);
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** @throws Refused for the first parameter that is not among these */
    public QueryParams only(List<String> known) {
        for (String name : values.keySet()) {
            if (!known.contains(name)) {
                String shown = name.length() > 64 ? name.substring(0, 64) + "…" : name;
                throw Problems.invalid(
                                shown,
                                known.isEmpty()
                                        ? "this route takes no parameters; '" + shown + "' is given"
                                        : "no such parameter: '" + shown + "'; this route takes "
                                                + String.join(" ", known))
                        .refused();
            }
        }
        return this;
    }

    /** All values, in order; empty where there is none. */
    public List<String> all(String name) {
        List<String> all = values.get(name);
        return all == null ? List.of() : List.copyOf(all);
    }

    /** @throws Refused if it is given twice */
    public @Nullable String one(String name) {
        List<String> all = all(name);
        if (all.size() > 1) {
            throw Problems.invalid(name, name + " is given " + all.size() + " times")
                    .refused();
        }
        return all.isEmpty() ? null : all.get(0);
    }

    /** @throws Refused if it is missing or empty */
    public String required(String name) {
        String value = one(name);
        if (value == null || value.isEmpty()) {
            throw Problems.invalid(name, name + " is required").refused();
        }
        return value;
    }

    /** A whole number; numbers too large for a long count as its maximum. @throws Refused if it is none, or too small */
    public long whole(String name, long otherwise, long least) {
        String text = one(name);
        if (text == null) {
            return otherwise;
        }
        boolean isNumber = text.matches("[+-]?[0-9]{1,100}");
        if (!isNumber || text.startsWith("-") && least >= 0 && !text.matches("-0+")) {
            throw Problems.invalid(name, name + " is a whole number ≥ " + least).refused();
        }
        String digits = text.replaceFirst("^[+-]", "").replaceFirst("^0+(?=.)", "");
        long value = digits.length() > 18 ? Long.MAX_VALUE : Long.parseLong(digits);
        if (value < least) {
            throw Problems.invalid(name, name + " is a whole number ≥ " + least + "; it is " + value)
                    .refused();
        }
        return value;
    }

    /** {@code true} or {@code false}; false where it is missing. */
    public boolean flag(String name) {
        String text = one(name);
        if (text == null || text.equals("false") || text.equals("0")) {
            return false;
        }
        if (text.equals("true") || text.equals("1")) {
            return true;
        }
        throw Problems.invalid(name, name + " is true or false").refused();
    }
}
