/** Waiting for what is still to come: long polls and event streams (spec §6). */
@NullMarked
package io.meshlog.node.api.follow;

import org.jspecify.annotations.NullMarked;
