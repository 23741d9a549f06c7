/** What operators ask: health, status, peers, a round now. */
@NullMarked
package io.meshlog.node.api.operate;

import org.jspecify.annotations.NullMarked;
