package io.meshlog.node.api.http;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The host and port of a {@code Host} header or an origin (RFC 9110 §7.2).
 *
 * @param host lowercase, an IPv6 literal without its brackets, a name without a final dot
 * @param port -1 where none is given
 */
record Authority(String host, int port) {

    private static final int PORT_MAX = 65_535;

    /** Null for what is none. */
    static @Nullable Authority parse(String text) {
        String host;
        String rest;
        if (text.startsWith("[")) {
            int close = text.indexOf(']');
            if (close < 0) {
                return null;
            }
            host = text.substring(1, close);
            rest = text.substring(close + 1);
        } else {
            int colon = text.indexOf(':');
            host = colon < 0 ? text : text.substring(0, colon);
            rest = colon < 0 ? "" : text.substring(colon);
        }
        if (host.endsWith(".")) {
            host = host.substring(0, host.length() - 1);
        }
        if (!rest.isEmpty() && !rest.matches(":[0-9]{1,5}") || !host.matches("[A-Za-z0-9._:%-]{1,255}")) {
            return null;
        }
        int port = rest.isEmpty() ? -1 : Integer.parseInt(rest, 1, rest.length(), 10);
        return port > PORT_MAX ? null : new Authority(host.toLowerCase(Locale.ROOT), port);
    }

    /** The authority of a serialized origin {@code scheme://host[:port]} with its port filled in; null for others. */
    static @Nullable Authority ofOrigin(String origin) {
        int scheme = origin.indexOf("://");
        Authority authority = scheme < 0 ? null : parse(origin.substring(scheme + 3));
        return authority == null ? null : authority.withPort(origin.startsWith("https") ? 443 : 80);
    }

    Authority withPort(int otherwise) {
        return port >= 0 ? this : new Authority(host, otherwise);
    }

    /** {@code localhost} and the loopback literals; nothing is resolved. */
    boolean isLoopback() {
        return host.equals("localhost")
                || host.equals("::1")
                || host.equals("0:0:0:0:0:0:0:1")
                || host.matches("127(\\.[0-9]{1,3}){3}");
    }
}
