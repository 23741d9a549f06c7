/** The shell around the core: the one thread that owns the replica and its log, and the rounds with each peer. */
@NullMarked
package io.meshlog.node.sync;

import org.jspecify.annotations.NullMarked;
