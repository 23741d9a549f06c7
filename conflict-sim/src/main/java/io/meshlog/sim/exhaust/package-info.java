/** Small scopes, whole: every order of every delivery. */
@NullMarked
package io.meshlog.sim.exhaust;

import org.jspecify.annotations.NullMarked;
