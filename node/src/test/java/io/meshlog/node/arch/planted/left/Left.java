package io.meshlog.node.arch.planted.left;

import io.meshlog.node.arch.planted.right.Right;

/** One half of a planted cycle. */
public record Left(Right right) {}
