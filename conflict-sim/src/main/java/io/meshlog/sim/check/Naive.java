package io.meshlog.sim.check;

import io.meshlog.op.Fields;
import io.meshlog.op.Op;
import io.meshlog.sim.world.Asked;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/** What the specification says of an op's bytes, written a second time and plainly: it shares no code with the core. */
final class Naive {
    static final String ROOT = "00".repeat(32);
    private static final String HEADER = "meshlog-op-1\n";
    private static final List<String> EMPTY = List.of("null", "\"\"", "[]", "{}");
    private static final List<String> NOT_PAYLOAD =
            List.of("origin_replica", "origin_seq", "hlc", "created_at", "asserted_by", "artifacts");

    private Naive() {}

    /** Canonical bytes (spec §12). The names of fields that occur here are ASCII, whose order is that of characters. */
    static byte[] canonical(Fields fields) {
        List<String[]> said = new ArrayList<>();
        fields.forEach((name, value) -> {
            if (!isEmpty(value)) {
                said.add(new String[] {name, value});
            }
        });
        said.sort(Comparator.comparing(field -> field[0]));
        int most = HEADER.length();
        for (String[] field : said) {
            most += 8 + 3 * (field[0].length() + field[1].length());
        }
        ByteBuffer out = ByteBuffer.allocate(most).put(HEADER.getBytes(StandardCharsets.US_ASCII));
        for (String[] field : said) {
            put(out, field[0]);
            put(out, field[1]);
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    private static boolean isEmpty(String value) {
        return value.length() <= 4 && EMPTY.contains(value);
    }

    private static void put(ByteBuffer out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.putInt(bytes.length).put(bytes);
    }

    static String sha(byte[] first, byte[] second) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(first);
            return HexFormat.of().formatHex(sha.digest(second));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    /** All that an op says; relays may write out what is empty. */
    static String content(Fields fields) {
        return said(fields, List.of());
    }

    /** What readers are told of an op. */
    static String payload(Fields fields) {
        return said(fields, NOT_PAYLOAD);
    }

    private static String said(Fields fields, List<String> without) {
        StringBuilder said = new StringBuilder(256);
        fields.forEach((name, value) -> {
            if (!isEmpty(value) && !without.contains(name)) {
                said.append(name).append('=').append(value).append(';');
            }
        });
        return said.toString();
    }

    /** What an op says of all that a client asks for, as {@link Asked} writes it. */
    static String asked(Op op) {
        return Asked.of(
                text(op, "type"),
                text(op, "stream"),
                text(op, "room"),
                text(op, "from_agent"),
                text(op, "to_agent"),
                text(op, "status"),
                unescaped(text(op, "body")),
                text(op, "artifact_ids").replace("\"", ""),
                text(op, "correlation_id"),
                Objects.requireNonNullElse(op.fields().get("metadata"), "{}"));
    }

    /** The text that a JSON string writes. */
    private static String unescaped(String json) {
        if (json.indexOf('\\') < 0) {
            return json;
        }
        StringBuilder text = new StringBuilder(json.length());
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c != '\\') {
                text.append(c);
                continue;
            }
            char kind = json.charAt(++i);
            if (kind == 'u') {
                text.append((char) Integer.parseInt(json, i + 1, i + 5, 16));
                i += 4;
            } else {
                int at = "btnfr".indexOf(kind);
                text.append(at < 0 ? kind : "\b\t\n\f\r".charAt(at));
            }
        }
        return text.toString();
    }

    /** Ids of artifacts that somebody asked to be named. */
    static List<String> artifacts(String asked) {
        String[] parts = asked.split("\\|", -1);
        return parts.length < 8 || parts[6].isEmpty() ? List.of() : List.of(parts[6].split(",", -1));
    }

    /** A text member of a JSON object without its quotes, where nothing in it is escaped; else empty. */
    static String member(String object, String name) {
        String before = "\"" + name + "\":\"";
        int at = object.indexOf(before);
        return at < 0 ? "" : object.substring(at + before.length(), object.indexOf('"', at + before.length()));
    }

    /** A text field without its quotes; empty where there is none, which a relay may write out as null. */
    static String text(Op op, String field) {
        String quoted = op.fields().get(field);
        return quoted == null || quoted.length() < 2 || quoted.equals("null")
                ? ""
                : quoted.substring(1, quoted.length() - 1);
    }
}
