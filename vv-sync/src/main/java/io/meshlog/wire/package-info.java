/** JSON in and out. The only package of the core that sees a JSON library; literal numbers and unknown fields survive it. */
@NullMarked
package io.meshlog.wire;

import org.jspecify.annotations.NullMarked;
