/** Three replicas, a partition and its healing, on one machine, for someone who sees this for the first time. */
@NullMarked
package io.meshlog.node.demo;

import org.jspecify.annotations.NullMarked;
