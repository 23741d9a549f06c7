package io.meshlog.node.api.problem;

import io.meshlog.node.json.JsonOut;
import io.meshlog.op.Invalid;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A refusal as RFC 9457 has it (spec §9): {@code type} is {@code urn:meshlog:problem:<slug>}. Immutable.
 *
 * @param detail one sentence or two: what was expected, what was found, what to do
 * @param field the member, parameter or header that is wrong, or null
 * @param limit the bound that was passed, or null
 * @param size what was found, in the limit's unit, or null
 * @param index which one it is: an item of a batch, or a byte of what was uploaded, from 0; or null
 * @param errors everything that is wrong, where it is the fields of a document; the first one is {@code field}
 * @param differing fields in which a request differs from what its idempotency key stands for
 * @param header a response header that belongs to the refusal, or null
 */
public record Problem(
        int status,
        String slug,
        String title,
        String detail,
        @Nullable String field,
        @Nullable Long limit,
        @Nullable Long size,
        @Nullable Long index,
        List<Invalid> errors,
        List<String> differing,
        @Nullable Header header) {
    public static final String MEDIA_TYPE = "application/problem+json";

    /** A response header. */
    public record Header(String name, String value) {}

    public static Problem of(int status, String slug, String title, String detail) {
        return new Problem(status, slug, title, detail, null, null, null, null, List.of(), List.of(), null);
    }

    public Problem at(@Nullable String where) {
        return new Problem(status, slug, title, detail, where, limit, size, index, errors, differing, header);
    }

    public Problem sized(@Nullable Long bound, @Nullable Long found) {
        return new Problem(status, slug, title, detail, field, bound, found, index, errors, differing, header);
    }

    public Problem with(String name, String value) {
        return new Problem(
                status, slug, title, detail, field, limit, size, index, errors, differing, new Header(name, value));
    }

    public Problem indexed(long where) {
        return new Problem(status, slug, title, detail, field, limit, size, where, errors, differing, header);
    }

    Problem listing(List<Invalid> all) {
        return new Problem(status, slug, title, detail, field, limit, size, index, all, differing, header);
    }

    Problem differing(List<String> fields) {
        return new Problem(status, slug, title, detail, field, limit, size, index, errors, fields, header);
    }

    /** As an exception that carries nothing else. */
    public Refused refused() {
        return new Refused(this);
    }

    /** @param asReference whether the text stands in {@code error} as well, where the reference looks for it */
    public String json(boolean asReference) {
        JsonOut out = new JsonOut()
                .text("type", "urn:meshlog:problem:" + slug)
                .text("title", title)
                .number("status", status)
                .text("detail", detail);
        members(out, field, limit, size);
        if (index != null) {
            out.number("index", index);
        }
        if (!differing.isEmpty()) {
            out.texts("differing", differing);
        }
        if (!errors.isEmpty()) {
            out.array("errors", errors.stream().map(Problem::error).toList());
        }
        if (asReference) {
            out.text("error", detail);
        }
        return out.build();
    }

    private static String error(Invalid invalid) {
        JsonOut out = new JsonOut();
        members(out, invalid.field().isEmpty() ? null : invalid.field(), null, null);
        out.text("detail", invalid.message());
        members(out, null, invalid.limit(), invalid.size());
        return out.build();
    }

    private static void members(JsonOut out, @Nullable String field, @Nullable Long limit, @Nullable Long size) {
        if (field != null) {
            out.text("field", field);
        }
        if (limit != null) {
            out.number("limit", limit);
        }
        if (size != null) {
            out.number("size", size);
        }
    }
}
