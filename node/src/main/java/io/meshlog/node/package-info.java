/** The program: everything around the core that needs a disk, a socket or a clock. */
@NullMarked
package io.meshlog.node;

import org.jspecify.annotations.NullMarked;
