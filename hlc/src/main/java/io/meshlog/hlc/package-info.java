/**
 * The hybrid logical clock: timestamps that sort as text in an order that respects causality, and the clock that issues
 * them (spec §3.3).
 *
 * <p>Nothing here reads a clock, a disk or a thread. Physical time is an argument, in milliseconds since the Unix epoch.
 */
@NullMarked
package io.meshlog.hlc;

import org.jspecify.annotations.NullMarked;
