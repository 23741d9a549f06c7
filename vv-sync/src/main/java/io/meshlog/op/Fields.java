package io.meshlog.op;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The wire fields of an op as canonical JSON texts, by name in code-point order. Immutable.
 *
 * <p>This is what an op <em>is</em>: fields that no version knows yet stand here beside the known ones, with
 * numbers in the digits their author wrote. {@code seq}, {@code local}, {@code chain} and {@code sig} never
 * stand here. Empty values ({@code null "" [] {}}) may: they are passed on, and count as absent in the
 * canonical bytes.
 */
public final class Fields {
    /** Up to so many names are looked through sooner than searched. */
    private static final int FEW = 32;

    private final List<String> names;
    private final List<String> values;

    // Worked out on demand and kept: ops that say the same share their fields. A race works it out twice.
    private @Nullable Digest digest;
    private @Nullable Digest payload;
    private @Nullable Link link;
    private volatile long textLength = -1;

    /** What a chain is after these fields, where it was {@code previous} before. */
    private record Link(Digest previous, Digest chain) {}

    private Fields(List<String> names, List<String> values) {
        this.names = names;
        this.values = values;
    }

    /** @param fields canonical JSON texts by name */
    public static Fields of(Map<String, String> fields) {
        SortedMap<String, String> sorted = new TreeMap<>(CodePoints.ORDER);
        sorted.putAll(fields);
        return new Fields(List.copyOf(sorted.keySet()), List.copyOf(sorted.values()));
    }

    public int size() {
        return names.size();
    }

    /** How many chars all names and values have together. */
    public long textLength() {
        long known = textLength;
        if (known < 0) {
            known = 0;
            for (int i = 0; i < names.size(); i++) {
                known += names.get(i).length() + values.get(i).length();
            }
            textLength = known;
        }
        return known;
    }

    /** The canonical JSON text of a field, or null where it is absent. */
    public @Nullable String get(String name) {
        int at = names.size() <= FEW ? names.indexOf(name) : Collections.binarySearch(names, name, CodePoints.ORDER);
        return at < 0 ? null : values.get(at);
    }

    /** SHA-256 of the canonical bytes. */
    public Digest digest() {
        Digest known = digest;
        if (known == null) {
            known = Digest.sha256(Canonical.bytes(this));
            digest = known;
        }
        return known;
    }

    /** See {@link Canonical#payload}. */
    public Digest payload() {
        Digest known = payload;
        if (known == null) {
            known = Canonical.payload(this);
            payload = known;
        }
        return known;
    }

    /** SHA-256(previous ‖ canonical bytes). */
    public Digest chained(Digest previous) {
        Link known = link;
        if (known == null || !known.previous.equals(previous)) {
            known = new Link(previous, Canonical.chained(previous, Canonical.bytes(this)));
            link = known;
        }
        return known.chain;
    }

    /** In code-point order of the names. */
    public void forEach(BiConsumer<String, String> action) {
        for (int i = 0; i < names.size(); i++) {
            action.accept(names.get(i), values.get(i));
        }
    }

    /** These fields with one set, or taken away where {@code value} is null. */
    public Fields with(String name, @Nullable String value) {
        int at = Collections.binarySearch(names, name, CodePoints.ORDER);
        if (at < 0 && value == null) {
            return this;
        }
        List<String> n = new ArrayList<>(names);
        List<String> v = new ArrayList<>(values);
        if (value == null) {
            n.remove(at);
            v.remove(at);
        } else if (at >= 0) {
            v.set(at, value);
        } else {
            n.add(-at - 1, name);
            v.add(-at - 1, value);
        }
        return new Fields(Collections.unmodifiableList(n), Collections.unmodifiableList(v));
    }

    /** How many fields count in the canonical bytes: those that are not empty. */
    public int nonEmpty() {
        int count = 0;
        for (String value : values) {
            if (!isEmpty(value)) {
                count++;
            }
        }
        return count;
    }

    /** Whether a canonical JSON text is one of {@code null "" [] {}}. */
    public static boolean isEmpty(String value) {
        return value.length() <= 4
                && (value.equals("null") || value.equals("\"\"") || value.equals("[]") || value.equals("{}"));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof Fields that && names.equals(that.names) && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return 31 * names.hashCode() + values.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder("{");
        forEach((name, value) -> {
            out.append(out.length() == 1 ? "" : ",");
            JsonText.quote(out, name).append(':').append(value);
        });
        return out.append('}').toString();
    }
}
