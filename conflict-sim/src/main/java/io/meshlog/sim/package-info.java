/** Many replicas of the core in simulated time, under faults, checked after every event. */
@NullMarked
package io.meshlog.sim;

import org.jspecify.annotations.NullMarked;
