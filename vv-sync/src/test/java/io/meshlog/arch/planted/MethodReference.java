package io.meshlog.arch.planted;

import java.time.Instant;
import java.util.function.Supplier;

/** A violation for the rules to find: named, never called here. */
public final class MethodReference {
    Supplier<Instant> clock() {
        return Instant::now;
    }
}
