package io.meshlog.node;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code peers.json}: <code>{"peers": [{"name", "url", "token"}]}</code>. Strict, since a peer that is misread is a
 * peer that is silently missing; everything wrong is named by its place, and no token is ever repeated.
 */
public final class PeersFile {
    static final int BYTES_MAX = 1 << 20;
    static final int PEERS_MAX = 1_000;

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // An error would quote what stands around it, a token perhaps.
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private PeersFile() {}

    /**
     * @param name for people; the URL's host and port where none is given
     * @param url without a slash at its end
     * @param token what this node shows to the peer, or null
     */
    public record Peer(String name, URI url, @Nullable String token) {
        @Override
        public String toString() {
            return "Peer[" + name + " " + url + (token == null ? "" : " with token") + "]";
        }

        static String nameOf(URI url) {
            return url.getPort() < 0 ? url.getHost() : url.getHost() + ":" + url.getPort();
        }
    }

    /** The file says something that it must not; the message is one line. */
    public static final class Invalid extends Exception {
        private static final long serialVersionUID = 1L;

        Invalid(String line) {
            super(line);
        }
    }

    /**
     * @param allowedHosts see {@link PeerAddress#parse}
     * @return in the file's order, names and URLs all different
     * @throws Invalid if it cannot be read, or what is wrong in it
     */
    public static List<Peer> read(Path file, Collection<String> allowedHosts) throws Invalid {
        byte[] json;
        try (InputStream in = Files.newInputStream(file)) {
            json = in.readNBytes(BYTES_MAX + 1);
        } catch (IOException e) {
            throw new Invalid(file + ": cannot be read (" + e.getClass().getSimpleName() + ")");
        }
        try {
            if (json.length > BYTES_MAX) {
                throw new Invalid("expected at most " + BYTES_MAX + " bytes, it has more");
            }
            return new PeersReading(JSON.createParser(json), allowedHosts).peers();
        } catch (Invalid e) {
            throw new Invalid(file + ": " + e.getMessage());
        } catch (JsonProcessingException e) {
            long line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw new Invalid(file + ": no JSON, or a member twice, at line " + line);
        } catch (IOException e) {
            throw new Invalid(file + ": cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }
}
