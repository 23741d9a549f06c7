/**
 * The SQLite file itself: its connections, its schema, what is read of it from outside, its write-ahead log, and what
 * can go wrong with it.
 */
@NullMarked
package io.meshlog.node.store.file;

import org.jspecify.annotations.NullMarked;
