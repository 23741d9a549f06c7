/** Small scopes wholly: every order in which a few ops can be written, travel and be lost, through the real core. */
@NullMarked
package io.meshlog.sim.exhaust;

import org.jspecify.annotations.NullMarked;
