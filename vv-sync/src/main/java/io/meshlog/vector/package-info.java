/** What a replica holds: version vectors, heads and frontiers, and the order between them (spec §1, §12). */
@NullMarked
package io.meshlog.vector;

import org.jspecify.annotations.NullMarked;
