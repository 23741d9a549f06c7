/** One run from its plan to its verdict, and many of them. */
@NullMarked
package io.meshlog.sim.run;

import org.jspecify.annotations.NullMarked;
