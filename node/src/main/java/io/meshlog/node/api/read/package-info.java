/** What is read of events: listings, single ones, and the views. */
@NullMarked
package io.meshlog.node.api.read;

import org.jspecify.annotations.NullMarked;
