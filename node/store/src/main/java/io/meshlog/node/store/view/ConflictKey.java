package io.meshlog.node.store.view;

import org.jspecify.annotations.Nullable;

/** Where a conflict stands in the list of them. Immutable. @param place as lowercase hex */
public record ConflictKey(int kind, String place) {

    /** As one text, to be given back. */
    public String text() {
        return kind + "." + place;
    }

    /** Null for what is no such text. */
    public static @Nullable ConflictKey parse(String text) {
        boolean fits = text.length() > 2 && text.charAt(0) >= '0' && text.charAt(0) <= '9' && text.charAt(1) == '.';
        String place = fits ? text.substring(2) : "";
        fits &= place.length() % 2 == 0 && place.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f');
        return fits ? new ConflictKey(text.charAt(0) - '0', place) : null;
    }
}
