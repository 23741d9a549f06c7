/** The commands: what is asked for, what runs, how it ends. */
@NullMarked
package io.meshlog.sim.cli;

import org.jspecify.annotations.NullMarked;
