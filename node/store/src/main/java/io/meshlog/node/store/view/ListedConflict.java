package io.meshlog.node.store.view;

import io.meshlog.view.Conflict;

/** A conflict and where it stands. */
public record ListedConflict(Conflict conflict, ConflictKey key) {}
