/** The tier of a run that keeps logs as the program does: in SQLite, in directories that are gone afterwards. */
@NullMarked
package io.meshlog.sim.store;

import org.jspecify.annotations.NullMarked;
