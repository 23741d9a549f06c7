/** Listings of events, filtered and in either order, and what a reader's cursor covers. */
@NullMarked
package io.meshlog.node.store.list;

import org.jspecify.annotations.NullMarked;
