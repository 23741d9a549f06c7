package io.meshlog.node.api.sync;

import io.meshlog.node.api.http.Call;
import io.meshlog.node.api.http.PercentText;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.op.Origin;
import org.jspecify.annotations.Nullable;

/**
 * Who asks on {@code /sync/*} (spec §1, §12): a node says its id, a reference does not. Immutable.
 *
 * @param node the node's id, or null for a reference
 */
public record SyncCaller(@Nullable Origin node) {
    public static final String REPLICA = "Meshlog-Replica";
    static final String MESH = "Meshlog-Mesh";

    /** @param mesh this node's own, or null @throws Refused for a node of another mesh, or headers that say nothing */
    static SyncCaller of(Call call, @Nullable String mesh) {
        String id = call.header(REPLICA);
        if (id == null) {
            return new SyncCaller(null);
        }
        if (!Origin.isName(id)) {
            throw Problems.invalid(REPLICA, REPLICA + " is a replica's id").refused();
        }
        String header = call.header(MESH);
        String theirs = header == null ? "" : PercentText.decode(header, false);
        if (theirs == null) {
            throw Problems.invalid(MESH, MESH + " is percent-encoded UTF-8").refused();
        }
        if (mesh != null && !theirs.isEmpty() && !theirs.equals(mesh)) {
            throw Problems.forbidden("other-mesh", "this node belongs to another mesh than the caller")
                    .at(MESH)
                    .refused();
        }
        return new SyncCaller(new Origin(id));
    }
}
