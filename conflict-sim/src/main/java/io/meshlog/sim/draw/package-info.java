/** Everything that a seed decides: named streams of numbers. */
@NullMarked
package io.meshlog.sim.draw;

import org.jspecify.annotations.NullMarked;
