/** The commands that talk to a running node: thin over its HTTP API, and the habits that every command shares. */
@NullMarked
package io.meshlog.node.cli;

import org.jspecify.annotations.NullMarked;
