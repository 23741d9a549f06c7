/** What a node measures of itself, for Prometheus. */
@NullMarked
package io.meshlog.node.metrics;

import org.jspecify.annotations.NullMarked;
