/** Planted bugs: small patches to the shipped sources, each of which the simulator must catch. */
@NullMarked
package io.meshlog.sim.mutant;

import org.jspecify.annotations.NullMarked;
