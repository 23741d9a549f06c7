/** A reader that carries its cursor from replica to replica, by the shipped rules. */
@NullMarked
package io.meshlog.sim.reader;

import org.jspecify.annotations.NullMarked;
