package io.meshlog.arch.planted.left;

import io.meshlog.arch.planted.right.Right;

/** One half of a cycle for the rules to find. */
public final class Left {
    Right other() {
        return new Right();
    }
}
