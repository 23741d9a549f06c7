package io.meshlog.sim.history;

import io.meshlog.op.JsonText;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Records of numbers, texts, words and lists of texts as JSON objects on one line, and back. */
final class RecordJson {
    private RecordJson() {}

    /** {@code "id": "e1", "at": 5}: without braces, absent values left out. */
    static String members(Record record) {
        List<String> members = new ArrayList<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = value(record, component);
            if (value != null) {
                members.add(JsonText.quote(component.getName()) + ": " + text(value));
            }
        }
        return String.join(", ", members);
    }

    static @Nullable Object value(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(component + " of " + record + " cannot be read", e);
        }
    }

    private static String text(Object value) {
        if (value instanceof List<?> list) {
            return texts(list.stream().map(String::valueOf).toList());
        } else if (value instanceof Enum<?> constant) {
            return JsonText.quote(word(constant.name()));
        } else if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        return JsonText.quote(value.toString());
    }

    static String texts(List<String> texts) {
        return "[" + String.join(", ", texts.stream().map(JsonText::quote).toList()) + "]";
    }

    /** Reads a record; a member of another name is nobody's business here. */
    static <R extends Record> R read(Class<R> type, JsonPart from) throws BadFile, UnknownWord {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        @Nullable Object[] values = new @Nullable Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = read(components[i], from);
        }
        return make(type, types, values);
    }

    static <R> R make(Class<R> type, Class<?>[] types, @Nullable Object[] values) {
        try {
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (InvocationTargetException e) {
            // What a record itself refuses.
            throw new IllegalArgumentException(String.valueOf(e.getCause()), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no " + type + " of its components", e);
        }
    }

    private static @Nullable Object read(RecordComponent component, JsonPart from) throws BadFile, UnknownWord {
        String name = component.getName();
        Class<?> type = component.getType();
        if (from.isAbsent(name) && component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            return null;
        } else if (type == long.class) {
            return from.whole(name, CaseLimits.lowest(name), CaseLimits.highest(name));
        } else if (type == int.class) {
            return (int) from.whole(name, CaseLimits.lowest(name), CaseLimits.highest(name));
        } else if (type == boolean.class) {
            return from.truth(name);
        } else if (type == List.class) {
            return from.texts(name, CaseLimits.LIST_MAX, CaseLimits.NAME_MAX);
        } else if (type.isEnum()) {
            return constant(type, name, from.text(name, CaseLimits.NAME_MAX));
        }
        boolean isName = !name.equals("body") && !name.equals("content");
        return from.text(name, isName ? CaseLimits.NAME_MAX : CaseLimits.TEXT_MAX);
    }

    private static Object constant(Class<?> type, String name, String word) throws UnknownWord {
        for (Object constant : type.getEnumConstants()) {
            if (word(((Enum<?>) constant).name()).equals(word)) {
                return constant;
            }
        }
        throw new UnknownWord(
                name + " is " + JsonText.quote(JsonPart.shortened(word)) + ", which this version does not know");
    }

    /** Names of members that the record does not have. */
    static List<String> strangers(Class<?> type, JsonPart from, List<String> others) {
        SortedSet<String> known = new TreeSet<>(others);
        for (RecordComponent component : type.getRecordComponents()) {
            known.add(component.getName());
        }
        return strangers(from, known);
    }

    /** Names of members that are not among the known ones. */
    static List<String> strangers(JsonPart from, Collection<String> known) {
        return from.names().stream().filter(name -> !known.contains(name)).toList();
    }

    /** {@code lose-answer} of {@code LOSE_ANSWER}. */
    static String word(String constant) {
        return constant.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@code crash-in-write} of {@code CrashInWrite}. */
    static String word(Class<?> type) {
        return type.getSimpleName().replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** A word that stands for nothing in this version: the part that says it is left out. */
    static final class UnknownWord extends Exception {
        private static final long serialVersionUID = 1;

        UnknownWord(String sentence) {
            super(sentence);
        }

        String sentence() {
            return String.valueOf(getMessage());
        }
    }
}
