package io.meshlog.node.sync;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * One peer as configured.
 *
 * @param name unique among the peers
 * @param url {@code http} or {@code https}, without credentials, path or query
 * @param token sent as a bearer token to this peer alone, or null
 */
public record PeerConfig(String name, URI url, @Nullable String token) {
    @Override
    public String toString() {
        return name + " " + url;
    }
}
