/** The invariants and the oracle: a ledger of every op issued, and brute force over it. */
@NullMarked
package io.meshlog.sim.check;

import org.jspecify.annotations.NullMarked;
