package io.meshlog.arch.planted;

/** A violation for the rules to find. */
public final class Ambient {
    long now() {
        return System.nanoTime();
    }
}
