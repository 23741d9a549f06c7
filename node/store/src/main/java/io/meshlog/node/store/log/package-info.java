/**
 * What is read of the log by ops: pages, facts for a step, what a replica recovers from, what a reference peer sees,
 * counts.
 */
@NullMarked
package io.meshlog.node.store.log;

import org.jspecify.annotations.NullMarked;
