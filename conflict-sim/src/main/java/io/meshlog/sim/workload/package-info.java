/** What happens in a run, as values: who writes, pulls, breaks and mends, and when. */
@NullMarked
package io.meshlog.sim.workload;

import org.jspecify.annotations.NullMarked;
