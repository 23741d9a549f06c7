/** The commands that list events and views. */
@NullMarked
package io.meshlog.node.cli.read;

import org.jspecify.annotations.NullMarked;
