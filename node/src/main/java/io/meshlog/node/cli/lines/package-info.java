/** Answers for people: lines and columns. */
@NullMarked
package io.meshlog.node.cli.lines;

import org.jspecify.annotations.NullMarked;
