/** What agents ask: reads of what is owed, news, threads, agents, authors and conflicts, page by page. */
@NullMarked
package io.meshlog.node.store.view;

import org.jspecify.annotations.NullMarked;
