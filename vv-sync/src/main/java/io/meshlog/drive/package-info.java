/** How a replica, its log and the world around them take a step together: the same for every program (spec §4). */
@NullMarked
package io.meshlog.drive;

import org.jspecify.annotations.NullMarked;
