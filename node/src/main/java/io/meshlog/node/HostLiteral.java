package io.meshlog.node;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tells IP addresses from names without asking any resolver. */
final class HostLiteral {
    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
    private static final Pattern FOUR = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}");
    /** Other programs read 0x7f.1 or 2130706433 as an address; what looks like one must be one. */
    private static final Pattern ENDS_IN_NUMBER = Pattern.compile("(?:.*\\.)?(?:[0-9]+|0[xX][0-9a-fA-F]*)\\.?");

    private HostLiteral() {}

    /**
     * @param host without brackets
     * @return the address, or null for a name
     * @throws UnknownHostException if {@code host} looks like an address and is none
     */
    static @Nullable InetAddress address(String host) throws UnknownHostException {
        if (host.indexOf(':') >= 0) {
            // In brackets it is never looked up.
            return InetAddress.getByName("[" + host + "]");
        }
        if (FOUR.matcher(host).matches()) {
            return InetAddress.getByName(host);
        }
        if (ENDS_IN_NUMBER.matcher(host).matches()) {
            throw new UnknownHostException(host);
        }
        return null;
    }
}
