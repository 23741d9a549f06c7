/** How things stand in rows: ops, events, replies and coded texts, and the keys that rows are sorted by. */
@NullMarked
package io.meshlog.node.store.row;

import org.jspecify.annotations.NullMarked;
