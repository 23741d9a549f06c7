/**
 * What a reader's cursor stands for (spec §6, §12): which ops it covers, what of an event that leaves to be told, and how
 * that is carried from one replica to another.
 */
@NullMarked
package io.meshlog.cursor;

import org.jspecify.annotations.NullMarked;
