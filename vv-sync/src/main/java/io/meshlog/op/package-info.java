/** What replicates: ops, the events they carry, artifacts, and the bytes that a chain is computed over (spec §3, §12). */
@NullMarked
package io.meshlog.op;

import org.jspecify.annotations.NullMarked;
