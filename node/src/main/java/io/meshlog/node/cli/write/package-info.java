/** The commands that hand something in, and where its text comes from. */
@NullMarked
package io.meshlog.node.cli.write;

import org.jspecify.annotations.NullMarked;
