/** What people and other programs are shown of runs: a sentence first, then what leads to it. */
@NullMarked
package io.meshlog.sim.report;

import org.jspecify.annotations.NullMarked;
