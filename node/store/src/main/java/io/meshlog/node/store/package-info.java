/**
 * The log on SQLite (spec §3–§7): one file, one writer, a few readers. Only this package and those in it see {@code
 * java.sql}. They decide nothing about order, duplicates or forks; they carry out what the core says.
 */
@NullMarked
package io.meshlog.node.store;

import org.jspecify.annotations.NullMarked;
