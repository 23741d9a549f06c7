package io.meshlog.node.arch.planted.right;

import io.meshlog.node.arch.planted.left.Left;

/** The other half of a planted cycle. */
public record Right(Left left) {}
