package io.meshlog.arch.planted;

import java.util.Map;

/** A violation for the rules to find. */
public final class UnorderedFactory {
    Map<String, String> make() {
        return Map.of("a", "b", "c", "d");
    }
}
