/** HTTP: one class per group of routes, each decode → call → encode; refusals are problem documents made in one place. */
@NullMarked
package io.meshlog.node.api;

import org.jspecify.annotations.NullMarked;
