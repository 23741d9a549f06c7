package io.meshlog.node;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.meshlog.node.PeersFile.Invalid;
import io.meshlog.node.PeersFile.Peer;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One walk through a peers document. Confined to one thread; used once. */
final class PeersReading {
    private static final int NAME_LENGTH_MAX = 128;
    private static final int TOKEN_LENGTH_MAX = 4096;

    private final JsonParser parser;
    private final Collection<String> allowedHosts;
    private final List<Peer> peers = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();

    PeersReading(JsonParser parser, Collection<String> allowedHosts) {
        this.parser = parser;
        this.allowedHosts = allowedHosts;
    }

    List<Peer> peers() throws IOException, Invalid {
        boolean found = false;
        expect(parser.nextToken(), JsonToken.START_OBJECT, "the document", "an object");
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            if (!parser.currentName().equals("peers")) {
                throw new Invalid("'" + parser.currentName() + "' is no member of the document; it has peers");
            }
            found = true;
            expect(parser.nextToken(), JsonToken.START_ARRAY, "peers", "an array");
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                add();
            }
        }
        if (!found) {
            throw new Invalid("expected the member peers, found none");
        }
        if (parser.nextToken() != null) {
            throw new Invalid("something follows the document");
        }
        return List.copyOf(peers);
    }

    private void add() throws IOException, Invalid {
        String place = "peers[" + peers.size() + "]";
        if (peers.size() == PeersFile.PEERS_MAX) {
            throw new Invalid("expected at most " + PeersFile.PEERS_MAX + " peers, there are more");
        }
        expect(parser.currentToken(), JsonToken.START_OBJECT, place, "an object");
        String name = null;
        String url = null;
        String token = null;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String member = parser.currentName();
            switch (member) {
                case "name" -> name = name(place + ".name");
                case "url" -> url = string(place + ".url");
                case "token" -> token = token(place + ".token");
                default ->
                    throw new Invalid(place + ": '" + member + "' is no member of a peer; it has name, url, token");
            }
        }
        if (url == null) {
            throw new Invalid(place + ": expected a url, found none");
        }
        add(place, name, url, token);
    }

    private void add(String place, @Nullable String name, String url, @Nullable String token) throws Invalid {
        try {
            URI parsed = PeerAddress.parse(url, allowedHosts);
            Peer peer = new Peer(name == null ? Peer.nameOf(parsed) : name, parsed, token);
            if (!taken.add("url " + peer.url())) {
                throw new Invalid(place + ".url: " + peer.url() + " is there twice");
            }
            if (!taken.add("name " + peer.name())) {
                throw new Invalid(place + ".name: '" + peer.name() + "' is there twice");
            }
            peers.add(peer);
        } catch (URISyntaxException e) {
            throw new Invalid(place + ".url: " + e.getReason());
        }
    }

    private String name(String place) throws IOException, Invalid {
        String name = string(place);
        if (name.isBlank()
                || name.length() > NAME_LENGTH_MAX
                || name.codePoints().anyMatch(Character::isISOControl)) {
            throw new Invalid(place + ": expected 1 to " + NAME_LENGTH_MAX + " characters without controls");
        }
        return name;
    }

    private String token(String place) throws IOException, Invalid {
        String token = string(place);
        if (token.isEmpty()
                || token.length() > TOKEN_LENGTH_MAX
                || !token.chars().allMatch(c -> c > 0x20 && c < 0x7f)) {
            throw new Invalid(place + ": expected 1 to " + TOKEN_LENGTH_MAX + " printable ASCII characters, no spaces");
        }
        return token;
    }

    private String string(String place) throws IOException, Invalid {
        expect(parser.nextToken(), JsonToken.VALUE_STRING, place, "a string");
        return parser.getText();
    }

    private static void expect(@Nullable JsonToken found, JsonToken wanted, String place, String what) throws Invalid {
        if (found != wanted) {
            throw new Invalid("expected " + what + " as " + place + ", found something else");
        }
    }
}
