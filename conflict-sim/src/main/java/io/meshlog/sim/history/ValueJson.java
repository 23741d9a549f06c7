package io.meshlog.sim.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.POJONode;
import io.meshlog.op.Artifact;
import io.meshlog.op.CanonicalText;
import io.meshlog.op.ChainSignature;
import io.meshlog.op.Digest;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.OpsPage;
import io.meshlog.vector.Frontier;
import io.meshlog.vector.Head;
import io.meshlog.vector.LooseSummary;
import io.meshlog.wire.ArtifactCodec;
import io.meshlog.wire.OpCodec;
import io.meshlog.wire.ProtocolException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Values of the core as JSON, and back: a record is an object with its components as members, absent ones left out; an
 * origin is its name, a digest its hex, an op and an artifact what the wire has of them, byte for byte.
 */
final class ValueJson {
    private ValueJson() {}

    // ---- out

    static StringBuilder write(StringBuilder out, Object value) {
        if (value instanceof Op op) {
            return out.append(OpCodec.toNode(op));
        } else if (value instanceof Artifact artifact) {
            return out.append("{\"artifact\":")
                    .append(ArtifactCodec.write(artifact))
                    .append('}');
        } else if (value instanceof Origin origin) {
            return JsonText.quote(out, origin.name());
        } else if (value instanceof Digest digest) {
            return JsonText.quote(out, digest.hex());
        } else if (value instanceof ChainSignature signature) {
            return JsonText.quote(out, signature.text());
        } else if (value instanceof Frontier frontier) {
            out.append("{\"heads\":");
            write(out, List.copyOf(frontier.heads().values())).append(",\"loose\":");
            return write(out, frontier.loose()).append('}');
        } else if (value instanceof Enum<?> constant) {
            return JsonText.quote(out, RecordJson.word(constant.name()));
        } else if (value instanceof Number || value instanceof Boolean) {
            return out.append(value);
        } else if (value instanceof List<?> list) {
            return list(out, list);
        } else if (value instanceof SortedMap<?, ?> map) {
            return map(out, map);
        } else if (value instanceof Record record) {
            return record(out, record);
        }
        return JsonText.quote(out, (String) value);
    }

    private static StringBuilder list(StringBuilder out, List<?> list) {
        out.append('[');
        for (int i = 0; i < list.size(); i++) {
            write(out.append(i == 0 ? "" : ","), list.get(i));
        }
        return out.append(']');
    }

    private static StringBuilder map(StringBuilder out, SortedMap<?, ?> map) {
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            JsonText.quote(out.append(separator), ((Origin) entry.getKey()).name())
                    .append(':');
            write(out, entry.getValue());
            separator = ",";
        }
        return out.append('}');
    }

    private static StringBuilder record(StringBuilder out, Record record) {
        out.append('{');
        String separator = "";
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = RecordJson.value(record, component);
            if (value != null) {
                JsonText.quote(out.append(separator), component.getName()).append(':');
                write(out, value);
                separator = ",";
            }
        }
        return out.append('}');
    }

    // ---- in

    /** A value that is not what its place asks for. The message names the place. */
    static final class Wrong extends Exception {
        private static final long serialVersionUID = 1;

        Wrong(String message) {
            super(message);
        }

        String sentence() {
            return String.valueOf(getMessage());
        }
    }

    static <T> T read(Class<T> type, @Nullable JsonNode node, String place) throws Wrong {
        return type.cast(any(type, node, place));
    }

    private static Object any(Type type, @Nullable JsonNode node, String place) throws Wrong {
        if (node == null || node.isNull()) {
            throw new Wrong(place + " is missing");
        } else if (type instanceof ParameterizedType generic) {
            return generic.getRawType() == List.class
                    ? list(generic.getActualTypeArguments()[0], node, place)
                    : map(generic.getActualTypeArguments()[1], node, place);
        }
        Class<?> plain = (Class<?>) type;
        try {
            if (plain.isRecord()
                    && plain != Origin.class
                    && plain != Digest.class
                    && plain != ChainSignature.class
                    && plain != Artifact.class) {
                return record(plain, node, place);
            }
            return leaf(plain, node, place);
        } catch (IllegalArgumentException | ProtocolException e) {
            throw new Wrong(place + ": " + e.getMessage());
        }
    }

    private static Object leaf(Class<?> type, JsonNode node, String place) throws Wrong, ProtocolException {
        if (type == long.class || type == Long.class || type == int.class) {
            if (!node.isIntegralNumber() || !node.canConvertToLong() || type == int.class && !node.canConvertToInt()) {
                throw new Wrong(place + " must be a whole number");
            }
            return type == int.class ? (Object) node.intValue() : (Object) node.longValue();
        } else if (type == boolean.class) {
            if (!node.isBoolean()) {
                throw new Wrong(place + " must be true or false");
            }
            return node.booleanValue();
        } else if (type == Op.class) {
            return op(raw(node, place), place);
        } else if (type == Artifact.class) {
            return artifact(raw(Objects.requireNonNullElse(node.get("artifact"), node), place), place);
        } else if (type == Frontier.class) {
            return frontier(node, place);
        }
        if (!node.isTextual()) {
            throw new Wrong(place + " must be a text");
        }
        String text = node.textValue();
        if (type == Origin.class) {
            return new Origin(text);
        } else if (type == Digest.class) {
            if (!Digest.isHex(text)) {
                throw new Wrong(place + " must be a SHA-256 in hex");
            }
            return Digest.parse(text);
        } else if (type == ChainSignature.class) {
            return new ChainSignature(text);
        } else if (type.isEnum()) {
            for (Object constant : type.getEnumConstants()) {
                if (RecordJson.word(((Enum<?>) constant).name()).equals(text)) {
                    return constant;
                }
            }
            throw new Wrong(place + " says " + JsonText.quote(JsonPart.shortened(text)) + ", which is nothing known");
        }
        return text;
    }

    private static String raw(JsonNode node, String place) throws Wrong {
        if (node instanceof POJONode kept && kept.getPojo() instanceof String text) {
            return text;
        }
        throw new Wrong(place + " must be an object");
    }

    private static Op op(String text, String place) throws Wrong, ProtocolException {
        String page = "{\"origin\":\"one\",\"events\":[" + text + "]}";
        OpsPage read = OpCodec.readPage(page.getBytes(StandardCharsets.UTF_8), true);
        if (read.ops().size() != 1) {
            throw new Wrong(place + " is no op: " + read.refusal());
        }
        return read.ops().get(0);
    }

    /** As it is recorded, whether or not its content has the digest that is recorded for it. */
    private static Artifact artifact(String text, String place) throws Wrong {
        Fields all = CanonicalText.object(text);
        String content = CanonicalText.stringOrNull(all.get("content"));
        String sha = CanonicalText.stringOrNull(all.get("sha256"));
        Long size = CanonicalText.longOrNull(all.get("size_bytes"));
        if (content == null || sha == null || !Digest.isHex(sha) || size == null) {
            throw new Wrong(place + " is no artifact: content, sha256 or size_bytes is missing");
        }
        return ArtifactCodec.of(all.with("content", null), content, Digest.parse(sha), size);
    }

    private static Frontier frontier(JsonNode node, String place) throws Wrong {
        SortedMap<Origin, Head> heads = new TreeMap<>();
        for (Object head : list(Head.class, member(node, "heads", place), place + ".heads")) {
            heads.put(((Head) head).origin(), (Head) head);
        }
        SortedMap<Origin, LooseSummary> loose = new TreeMap<>();
        map(LooseSummary.class, member(node, "loose", place), place + ".loose")
                .forEach((origin, summary) -> loose.put(origin, (LooseSummary) summary));
        return new Frontier(heads, loose);
    }

    private static JsonNode member(JsonNode node, String name, String place) throws Wrong {
        JsonNode member = node.get(name);
        if (member == null) {
            throw new Wrong(place + "." + name + " is missing");
        }
        return member;
    }

    private static List<Object> list(Type of, JsonNode node, String place) throws Wrong {
        if (!node.isArray()) {
            throw new Wrong(place + " must be an array");
        }
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            list.add(any(of, node.get(i), place + "[" + i + "]"));
        }
        return list;
    }

    private static SortedMap<Origin, Object> map(Type of, JsonNode node, String place) throws Wrong {
        if (!node.isObject()) {
            throw new Wrong(place + " must be an object");
        }
        SortedMap<Origin, Object> map = new TreeMap<>();
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!Origin.isName(name)) {
                throw new Wrong(place + " names " + JsonText.quote(JsonPart.shortened(name)) + ", which is no origin");
            }
            map.put(new Origin(name), any(of, node.get(name), place + "." + name));
        }
        return map;
    }

    private static Object record(Class<?> type, JsonNode node, String place) throws Wrong {
        if (!node.isObject()) {
            throw new Wrong(place + " must be an object");
        }
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        @Nullable Object[] values = new @Nullable Object[components.length];
        for (int i = 0; i < components.length; i++) {
            String name = components[i].getName();
            types[i] = components[i].getType();
            JsonNode member = node.get(name);
            boolean isAbsent = member == null || member.isNull();
            boolean mayBe = components[i].getAnnotatedType().isAnnotationPresent(Nullable.class);
            values[i] = isAbsent && mayBe ? null : any(components[i].getGenericType(), member, place + "." + name);
        }
        return RecordJson.make(type, types, values);
    }
}
