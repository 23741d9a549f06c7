/** What appends events: one, a batch, an acknowledgement, a patch. */
@NullMarked
package io.meshlog.node.api.write;

import org.jspecify.annotations.NullMarked;
