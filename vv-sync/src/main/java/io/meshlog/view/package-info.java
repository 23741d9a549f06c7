/** Pure folds over a set of ops, in merge order: what readers see (spec §5.2, §5.3). */
@NullMarked
package io.meshlog.view;

import org.jspecify.annotations.NullMarked;
