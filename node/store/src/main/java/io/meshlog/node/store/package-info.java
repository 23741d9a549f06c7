/**
 * The log on SQLite (spec §3–§7): one file, one writer, a few readers. The only package of the program that sees
 * {@code java.sql}. It decides nothing about order, duplicates or forks; it carries out what the core says.
 */
@NullMarked
package io.meshlog.node.store;

import org.jspecify.annotations.NullMarked;
