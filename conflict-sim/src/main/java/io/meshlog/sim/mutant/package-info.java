/** Planted bugs: whether they are found, and how soon. */
@NullMarked
package io.meshlog.sim.mutant;

import org.jspecify.annotations.NullMarked;
