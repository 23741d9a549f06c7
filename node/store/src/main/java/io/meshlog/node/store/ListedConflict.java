package io.meshlog.node.store;

import io.meshlog.view.Conflict;

/** A conflict and where it stands. */
public record ListedConflict(Conflict conflict, ConflictKey key) {}
