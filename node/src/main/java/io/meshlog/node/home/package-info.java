/** The data directory: whether it is fit, whose it is, and which replica lives in it (spec §2). */
@NullMarked
package io.meshlog.node.home;

import org.jspecify.annotations.NullMarked;
