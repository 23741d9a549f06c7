/** The program: what wires the parts of a node together, and its command line's root. */
@NullMarked
package io.meshlog.node;

import org.jspecify.annotations.NullMarked;
