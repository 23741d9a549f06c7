/** Refusals and failures as callers get them (RFC 9457), and the one place that maps them. */
@NullMarked
package io.meshlog.node.api.problem;

import org.jspecify.annotations.NullMarked;
