package io.meshlog.arch.planted;

import java.util.regex.Pattern;

/** A violation for the rules to find. */
public final class PatternUser {
    boolean matches(String text) {
        return Pattern.matches("x+", text);
    }
}
