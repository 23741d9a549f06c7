/** The kinds of faults, what becomes of one message, and whether each fault bit. */
@NullMarked
package io.meshlog.sim.fault;

import org.jspecify.annotations.NullMarked;
