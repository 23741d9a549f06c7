/** The commands that store and fetch artifacts. */
@NullMarked
package io.meshlog.node.cli.artifact;

import org.jspecify.annotations.NullMarked;
