package io.meshlog.op;

import org.jspecify.annotations.Nullable;

/**
 * Why a field of something authored here is refused.
 *
 * @param field the wire name of the field
 * @param message one sentence: what is expected, what was found
 * @param limit the bound that was passed, or null
 * @param size the value's size in the limit's unit, or null
 */
public record Invalid(
        String field,
        String message,
        @Nullable Long limit,
        @Nullable Long size) {
    public static Invalid of(String field, String message) {
        return new Invalid(field, message, null, null);
    }

    public static Invalid tooLarge(String field, String unit, long limit, long size) {
        return new Invalid(field, field + " may be at most " + limit + " " + unit + "; it is " + size, limit, size);
    }
}
