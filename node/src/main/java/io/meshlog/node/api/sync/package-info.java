/** What peers ask of each other. */
@NullMarked
package io.meshlog.node.api.sync;

import org.jspecify.annotations.NullMarked;
