/** Makes failing cases smaller. */
@NullMarked
package io.meshlog.sim.shrink;

import org.jspecify.annotations.NullMarked;
