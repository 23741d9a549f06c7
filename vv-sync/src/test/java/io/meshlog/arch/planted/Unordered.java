package io.meshlog.arch.planted;

import java.util.HashMap;
import java.util.Map;

/** A violation for the rules to find. */
public final class Unordered {
    Map<String, String> make() {
        return new HashMap<>();
    }
}
