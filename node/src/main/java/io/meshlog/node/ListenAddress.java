package io.meshlog.node;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Where the node listens, as {@code 127.0.0.1:8787}, {@code localhost:8787} or {@code [::1]:8787}. Immutable.
 *
 * @param host a name or an address, without brackets
 * @param port 0 ≤ port ≤ 65535; 0 lets the system choose
 * @param isLoopback whether only this machine can reach it; of a name, whether it is {@code localhost}
 */
public record ListenAddress(String host, int port, boolean isLoopback) {
    private static final Pattern FORM =
            Pattern.compile("(?:\\[(?<six>[0-9A-Fa-f:.]+)]|(?<host>[A-Za-z0-9._-]+)):(?<port>[0-9]{1,5})");
    private static final int PORT_MAX = 65_535;

    /** For options. */
    static final class Converter implements ITypeConverter<ListenAddress> {
        @Override
        public ListenAddress convert(String value) {
            return parse(value);
        }
    }

    private static ListenAddress parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new TypeConversionException("'" + text + "' is no address such as 127.0.0.1:8787 or [::1]:8787");
        }
        int port = Integer.parseInt(form.group("port"));
        if (port > PORT_MAX) {
            throw new TypeConversionException("'" + text + "' names no port from 0 to " + PORT_MAX);
        }
        String host = form.group("six") == null ? form.group("host") : form.group("six");
        try {
            return new ListenAddress(host, port, isLoopback(host, HostLiteral.address(host)));
        } catch (UnknownHostException e) {
            throw new TypeConversionException("'" + text + "' holds no valid IP address");
        }
    }

    private static boolean isLoopback(String host, @Nullable InetAddress address) {
        return address == null ? host.equalsIgnoreCase("localhost") : address.isLoopbackAddress();
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
