/** How a command talks to a node: what it asks, the document that comes back, the node's refusals. */
@NullMarked
package io.meshlog.node.cli.client;

import org.jspecify.annotations.NullMarked;
