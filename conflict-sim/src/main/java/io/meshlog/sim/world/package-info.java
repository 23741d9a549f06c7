/** What replicas live in: simulated time, disks, network, clocks and keys. */
@NullMarked
package io.meshlog.sim.world;

import org.jspecify.annotations.NullMarked;
