/**
 * The command line: the shell around all commands, its terminal and exit codes, and what values and defaults options
 * have. The commands that talk to a running node, thin over its HTTP API, are in the packages below.
 */
@NullMarked
package io.meshlog.node.cli;

import org.jspecify.annotations.NullMarked;
