package io.meshlog.node;

import io.meshlog.node.api.http.ApiConfig;
import io.meshlog.node.sync.PeerConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node is told at its start.
 *
 * @param data the data directory; made where there is none
 * @param mesh the mesh's name, or null for none
 * @param name what people call this node, or null
 * @param syncInterval between two rounds with a peer, before jitter
 */
public record NodeConfig(
        Path data,
        ApiConfig api,
        List<PeerConfig> peers,
        @Nullable String mesh,
        @Nullable String name,
        Duration syncInterval) {}
