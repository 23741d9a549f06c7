package io.meshlog.wire;

import com.fasterxml.jackson.core.JsonToken;
import io.meshlog.op.CanonicalText;
import io.meshlog.op.Draft;
import io.meshlog.op.DraftRules;
import io.meshlog.op.Fields;
import io.meshlog.op.Invalid;
import io.meshlog.op.JsonText;
import io.meshlog.op.Limits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is authored here, from JSON: strict, and every refusal names the field, the limit and the size. */
public final class DraftCodec {
    private static final List<String> TEXTS = List.of(
            "type",
            "stream",
            "room",
            "topic",
            "from_agent",
            "to_agent",
            "correlation_id",
            "branch",
            "base_commit",
            "status",
            "body",
            "idempotency_key");

    private static final List<String> NOT_YOURS =
            List.of("id", "hlc", "origin_replica", "origin_seq", "created_at", "asserted_by");

    private DraftCodec() {}

    /** @param draft null exactly if {@code invalid} is not empty */
    public record Decoded(@Nullable Draft draft, List<Invalid> invalid) {}

    /**
     * @param keyFromHeader the {@code Idempotency-Key} header, or null
     */
    public static Decoded decode(byte[] json, @Nullable String keyFromHeader) {
        List<Invalid> wrong = new ArrayList<>();
        Fields document = readAuthored(json, wrong);
        if (document == null) {
            return new Decoded(null, wrong);
        }
        return decode(document, keyFromHeader);
    }

    /** @param document what {@link #readAuthored} read */
    static Decoded decode(Fields document, @Nullable String keyFromHeader) {
        List<Invalid> wrong = new ArrayList<>();
        document.forEach((name, value) -> checkMember(name, value, wrong));
        String key = key(document, keyFromHeader, wrong);
        if (!wrong.isEmpty()) {
            return new Decoded(null, List.copyOf(wrong));
        }
        DraftRules.Checked checked = DraftRules.check(new DraftRules.Input(
                textOf(document, "type"),
                textOf(document, "stream"),
                textOf(document, "room"),
                textOf(document, "topic"),
                textOf(document, "from_agent"),
                textOf(document, "to_agent"),
                textOf(document, "correlation_id"),
                textOf(document, "branch"),
                textOf(document, "base_commit"),
                textOf(document, "status"),
                textOf(document, "body"),
                metadata(document),
                artifactIds(document),
                key));
        return new Decoded(checked.draft(), checked.invalid());
    }

    /** The idempotency key of a request, which stands in its document or in its header. */
    static @Nullable String key(Fields document, @Nullable String keyFromHeader, List<Invalid> wrong) {
        String key = textOf(document, "idempotency_key");
        if (key != null && keyFromHeader != null && !key.equals(keyFromHeader)) {
            wrong.add(Invalid.of("idempotency_key", "idempotency_key and the Idempotency-Key header differ"));
        }
        return key != null ? key : keyFromHeader;
    }

    /**
     * The members of a document that is authored here, or null with the reason in {@code wrong}. Refused:
     * anything but one JSON object, a BOM, duplicate keys, lone surrogates, NaN, too deep nesting, numbers out
     * of bounds.
     */
    static @Nullable Fields readAuthored(byte[] json, List<Invalid> wrong) {
        try {
            CanonicalReader reader = CanonicalReader.authored(json);
            if (reader.parser().nextToken() != JsonToken.START_OBJECT) {
                wrong.add(Invalid.of("", "the document is not a JSON object"));
                return null;
            }
            Fields members = Fields.of(reader.members());
            if (reader.parser().nextToken() != null) {
                wrong.add(Invalid.of("", "something follows the document"));
            }
            flaws(reader, members, wrong);
            return wrong.isEmpty() ? members : null;
        } catch (IOException e) {
            wrong.add(Invalid.of("", NotJson.words(e, Limits.JSON_DEPTH_MAX)));
            return null;
        }
    }

    /** What no document that is authored here may hold, of the members that were read last. */
    static void flaws(CanonicalReader reader, Fields members, List<Invalid> wrong) {
        String flaw = reader.takeFlaw();
        if (flaw != null) {
            Long limit = flaw.startsWith(CanonicalReader.TOO_DEEP) ? (long) Limits.JSON_DEPTH_MAX : null;
            wrong.add(new Invalid(reader.flawedMember(), "the document holds " + flaw, limit, null));
        }
        members.forEach((name, value) -> {
            if (CanonicalText.holdsNonFinite(value)) {
                wrong.add(Invalid.of(name, name + " holds NaN or an infinity, which JSON does not have"));
            }
        });
    }

    private static void checkMember(String name, String value, List<Invalid> wrong) {
        boolean absent = value.equals("null");
        if (NOT_YOURS.contains(name)) {
            wrong.add(Invalid.of(name, name + " is set by the replica and may not be given"));
        } else if (TEXTS.contains(name)) {
            if (!absent && !CanonicalText.isString(value)) {
                wrong.add(Invalid.of(name, name + " must be a text"));
            }
        } else if (name.equals("metadata")) {
            if (!absent && !CanonicalText.isObject(value)) {
                wrong.add(Invalid.of(name, "metadata must be an object"));
            } else {
                Numbers.check(name, value, wrong);
            }
        } else if (name.equals("artifact_ids")) {
            if (!absent && !isTexts(value)) {
                wrong.add(Invalid.of(name, "artifact_ids must be an array of texts"));
            }
        } else {
            wrong.add(Invalid.of(name, "no such field: " + JsonText.quote(name)));
        }
    }

    private static boolean isTexts(String value) {
        return CanonicalText.isArray(value)
                && CanonicalText.elements(value).stream().allMatch(CanonicalText::isString);
    }

    private static String metadata(Fields document) {
        String value = document.get("metadata");
        return value == null || value.equals("null") ? "{}" : value;
    }

    private static List<String> artifactIds(Fields document) {
        String value = document.get("artifact_ids");
        List<String> ids = new ArrayList<>();
        for (String element :
                value == null || value.equals("null") ? List.<String>of() : CanonicalText.elements(value)) {
            String id = CanonicalText.stringOrNull(element);
            ids.add(id == null ? "" : id);
        }
        return ids;
    }

    static @Nullable String textOf(Fields document, String name) {
        return CanonicalText.stringOrNull(document.get(name));
    }

    /** The bounds on numbers in what is authored here: what floats and big decimals elsewhere can still hold. */
    static final class Numbers {
        private Numbers() {}

        static void check(String field, String canonical, List<Invalid> wrong) {
            boolean inString = false;
            for (int i = 0; i < canonical.length(); i++) {
                char c = canonical.charAt(i);
                if (inString && c == '\\') {
                    i++;
                } else if (c == '"') {
                    inString = !inString;
                } else if (!inString && (c == '-' || (c >= '0' && c <= '9'))) {
                    int end = i + 1;
                    while (end < canonical.length() && "0123456789.eE+-".indexOf(canonical.charAt(end)) >= 0) {
                        end++;
                    }
                    checkNumber(field, canonical.substring(i, end), wrong);
                    i = end - 1;
                }
            }
        }

        private static void checkNumber(String field, String number, List<Invalid> wrong) {
            int e = Math.max(number.indexOf('e'), number.indexOf('E'));
            String mantissa = e < 0 ? number : number.substring(0, e);
            long digits = mantissa.chars().filter(c -> c >= '0' && c <= '9').count();
            if (digits > Limits.NUMBER_DIGITS_MAX) {
                wrong.add(Invalid.tooLarge(field, "digits a number", Limits.NUMBER_DIGITS_MAX, digits));
            }
            long exponent = e < 0 ? 0 : exponent(number.substring(e + 1));
            if (Math.abs(exponent) > Limits.NUMBER_EXPONENT_MAX) {
                wrong.add(Invalid.tooLarge(
                        field, "as a number's exponent", Limits.NUMBER_EXPONENT_MAX, Math.abs(exponent)));
            }
        }

        private static long exponent(String text) {
            String digits = text.startsWith("+") || text.startsWith("-") ? text.substring(1) : text;
            int zeros = 0;
            while (zeros < digits.length() - 1 && digits.charAt(zeros) == '0') {
                zeros++;
            }
            return digits.length() - zeros > 9 ? Integer.MAX_VALUE : Long.parseLong(digits.substring(zeros));
        }
    }
}
