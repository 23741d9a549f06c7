/** A run as data: its trace, its hash, and cases that can be replayed. */
@NullMarked
package io.meshlog.sim.history;

import org.jspecify.annotations.NullMarked;
