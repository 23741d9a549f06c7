package io.meshlog.arch.planted.right;

import io.meshlog.arch.planted.left.Left;

/** One half of a cycle for the rules to find. */
public final class Right {
    Left other() {
        return new Left();
    }
}
