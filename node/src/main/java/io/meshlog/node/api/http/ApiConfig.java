package io.meshlog.node.api.http;

import io.meshlog.op.Limits;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the HTTP side is told. Immutable.
 *
 * @param host the address to listen on: an IP literal or a name of this machine
 * @param port 0 for any free one
 * @param token what callers must show; null for none, which only a loopback address may have
 * @param allowedHosts names beside loopback that a {@code Host} header may hold, without ports, lowercase
 * @param readOnly every mutation is refused
 * @param pageBytes how large a page may be, unless one record is larger
 * @param patience how long slow callers are waited for
 * @param followers how many may wait for what is still to come
 */
public record ApiConfig(
        String host,
        int port,
        @Nullable ServerToken token,
        List<String> allowedHosts,
        boolean readOnly,
        long pageBytes,
        Patience patience,
        Followers followers) {

    /** What bodies of requests may hold in memory, together, from their first byte to their answer. */
    static final long BODIES_BYTES_MAX = 4L * Limits.REQUEST_BYTES_MAX;

    /** What answers that their callers have not taken yet may hold in memory, together. */
    static final long ANSWERS_BYTES_MAX =
            Math.max(8L * Limits.PAGE_BYTES_MAX, Runtime.getRuntime().maxMemory() / 8);

    /**
     * How long callers may take, in all: a body gets {@code bodyMillis} and one second more for every 64 KiB that
     * arrived, an answer likewise for every 64 KiB that it has.
     *
     * @param headMillis from the opening of a connection to the end of its first request's headers
     * @param idleMillis from an answer to the end of the next request's headers
     * @param bodyMillis from the end of the headers to the end of an empty body
     * @param answerMillis from an answer's first byte to the last that the caller takes
     */
    public record Patience(long headMillis, long idleMillis, long bodyMillis, long answerMillis) {
        public static final Patience DEFAULT = new Patience(30_000, 75_000, 30_000, 60_000);

        static final long BYTES_A_SECOND = 65_536;
    }

    /**
     * How many callers may wait at a time; more are told to come again.
     *
     * @param waitsMax parked long polls, each a few kilobytes of memory
     * @param streamsMax open event streams, each with at most a page on its way
     * @param pingMillis how long a stream is quiet before its reader is told that it still stands
     */
    public record Followers(int waitsMax, int streamsMax, long pingMillis) {
        public static final Followers DEFAULT = new Followers(20_000, 1_000, 15_000);
    }

    public ApiConfig(
            String host,
            int port,
            @Nullable ServerToken token,
            List<String> allowedHosts,
            boolean readOnly,
            long pageBytes,
            Patience patience) {
        this(host, port, token, allowedHosts, readOnly, pageBytes, patience, Followers.DEFAULT);
    }

    public ApiConfig {
        allowedHosts =
                allowedHosts.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    }

    /** Loopback, no token, default sizes and times. */
    public static ApiConfig loopback(int port) {
        return new ApiConfig(
                "127.0.0.1", port, null, List.of(), false, Limits.PAGE_BYTES_MAX, Patience.DEFAULT, Followers.DEFAULT);
    }

    /**
     * @throws IllegalArgumentException with one line for people, if anyone on the network could use this without a
     *     credential. Resolves names: it may block
     */
    public void requireSafe() {
        if (token == null && !isLoopback()) {
            throw new IllegalArgumentException("refusing to listen on " + host
                    + " without a token: every address but loopback needs one (MESHLOG_SERVE_TOKEN_FILE)");
        }
    }

    private boolean isLoopback() {
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                if (!address.isLoopbackAddress()) {
                    return false;
                }
            }
            return !host.isEmpty();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("no address of this machine: " + host, e);
        }
    }
}
