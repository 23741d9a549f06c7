/** What agents ask of the log, as pure folds over the ops held: no order of arrival, no clock, no I/O (spec §5.2, §6). */
@NullMarked
package io.meshlog.view;

import org.jspecify.annotations.NullMarked;
