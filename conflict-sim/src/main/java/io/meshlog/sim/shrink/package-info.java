/** Makes a failing run small while it keeps failing for the same reason. */
@NullMarked
package io.meshlog.sim.shrink;

import org.jspecify.annotations.NullMarked;
