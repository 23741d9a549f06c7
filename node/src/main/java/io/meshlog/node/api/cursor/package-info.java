/** Cursors as their readers carry them. */
@NullMarked
package io.meshlog.node.api.cursor;

import org.jspecify.annotations.NullMarked;
