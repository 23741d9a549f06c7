package io.meshlog.replica;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A peer's answer to {@code /sync/ops}, decoded: ops in the order they came.
 *
 * @param origin the origin that the page says it is of
 * @param ops up to the first one that could not be taken at all
 * @param refusal why the op after {@code ops} was refused (no canonical form, too large, no address), or null
 */
public record OpsPage(Origin origin, List<Op> ops, @Nullable String refusal) {}
