/** Commands that wait for events: {@code wait} and {@code watch}. */
@NullMarked
package io.meshlog.node.cli.follow;

import org.jspecify.annotations.NullMarked;
