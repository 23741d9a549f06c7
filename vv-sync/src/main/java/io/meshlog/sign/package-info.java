/** Ed25519 behind the ports of the core (spec §2, §3.4, §12). */
@NullMarked
package io.meshlog.sign;

import org.jspecify.annotations.NullMarked;
