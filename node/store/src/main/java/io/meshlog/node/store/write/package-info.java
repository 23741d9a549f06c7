/** What one commit writes: ops, events, artifacts, state, and the tables that the views are read from. */
@NullMarked
package io.meshlog.node.store.write;

import org.jspecify.annotations.NullMarked;
