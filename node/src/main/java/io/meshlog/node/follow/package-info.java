/** Who waits for events that are still to come, and how they hear of them: the append itself wakes them (spec §6). */
@NullMarked
package io.meshlog.node.follow;

import org.jspecify.annotations.NullMarked;
