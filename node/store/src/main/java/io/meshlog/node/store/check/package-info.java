/** Verifies a database: its pages, its chains, and the views against what they follow from. */
@NullMarked
package io.meshlog.node.store.check;

import org.jspecify.annotations.NullMarked;
