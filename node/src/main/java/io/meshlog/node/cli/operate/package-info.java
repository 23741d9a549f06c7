/** The commands for operators: status, peers, a round now. */
@NullMarked
package io.meshlog.node.cli.operate;

import org.jspecify.annotations.NullMarked;
