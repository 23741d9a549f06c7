package io.meshlog.arch.planted;

import java.util.Random;

/** A violation for the rules to find. */
public final class RandomMaker {
    int roll() {
        return new Random().nextInt();
    }
}
