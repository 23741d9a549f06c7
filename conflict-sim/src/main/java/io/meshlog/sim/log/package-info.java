/** A log in memory that answers every question from an index. */
@NullMarked
package io.meshlog.sim.log;

import org.jspecify.annotations.NullMarked;
