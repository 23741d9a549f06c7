/** Artifacts: put, get, and their content byte for byte. */
@NullMarked
package io.meshlog.node.api.artifact;

import org.jspecify.annotations.NullMarked;
