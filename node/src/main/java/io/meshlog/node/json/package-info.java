/** JSON as the program writes it, for callers and from them: one class, so that both spell it alike. */
@NullMarked
package io.meshlog.node.json;

import org.jspecify.annotations.NullMarked;
