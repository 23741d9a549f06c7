package io.meshlog.sim.world;

import io.meshlog.replica.VectorDocument;
import org.jspecify.annotations.Nullable;

/** What a process remembers of its dealings with one peer, beside its core: as the program's client of that peer. */
final class Dealing {
    /** Name of what started the round that runs, or ran last. */
    String pull = "";

    int questions;
    /** The last document, whose tag makes the next question conditional. */
    @Nullable
    VectorDocument document;
}
