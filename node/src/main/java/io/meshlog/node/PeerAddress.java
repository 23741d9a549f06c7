package io.meshlog.node;

import io.meshlog.node.cli.HttpUrl;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Collection;

/**
 * Which addresses a peer may have (spec §8): no configuration makes the node ask the machine that hosts it for its
 * own secrets.
 */
public final class PeerAddress {
    private static final String CLOUD_METADATA = "fd00:ec2::254";

    private PeerAddress() {}

    /**
     * @param allowed hosts that are taken though they are link-local or serve metadata, as the URL writes them
     * @throws URISyntaxException whose reason is a sentence
     */
    public static URI parse(String text, Collection<String> allowed) throws URISyntaxException {
        URI url = HttpUrl.parse(text);
        String host = url.getHost().replaceAll("^\\[|(%.*)?]$", "");
        try {
            InetAddress address = HostLiteral.address(host);
            if (address != null && isForbidden(address) && allowed.stream().noneMatch(host::equalsIgnoreCase)) {
                throw new URISyntaxException(
                        text,
                        host + " is link-local or serves metadata and is no peer; if it is one, allow it by name:"
                                + " --allow-host " + host);
            }
        } catch (UnknownHostException e) {
            throw new URISyntaxException(text, "'" + host + "' is no valid IP address");
        }
        return url;
    }

    /** 169.254.0.0/16, fe80::/10, and the address at which a cloud serves metadata over IPv6. */
    public static boolean isForbidden(InetAddress address) {
        try {
            return address.isLinkLocalAddress() || address.equals(InetAddress.getByName("[" + CLOUD_METADATA + "]"));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("expected an IPv6 address", e);
        }
    }
}
