/** The pure state machine of one replica: inputs in, ordered effects out (spec §2, §4, §5). */
@NullMarked
package io.meshlog.replica;

import org.jspecify.annotations.NullMarked;
