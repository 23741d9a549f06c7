package io.meshlog.node.api.http;

import io.meshlog.node.api.problem.Problem;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.api.problem.Refused;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask at all (spec §8): checked before a byte of the body is read. Names that are not ours are refused, or a web
 * page could reach a node on its reader's machine under a name of its own. Immutable.
 */
public final class Guard {
    private static final List<String> OPEN = List.of("/healthz", "/readyz");
    private static final List<String> LISTINGS = List.of("/logstream/events", "/logstream/wait");
    private static final List<String> TOKEN_PARAMETERS = List.of("token", "access_token");

    private final ApiConfig config;

    public Guard(ApiConfig config) {
        this.config = config;
    }

    /** @throws Refused if this caller may not ask this */
    void check(HttpServerRequest request, QueryParams query) {
        if (!request.uri().startsWith("/")) {
            throw Problem.of(
                            400,
                            "invalid",
                            "The request is not valid",
                            "the request target is a path; a node is no proxy")
                    .refused();
        }
        Authority host = host(request);
        origin(request, host);
        for (String name : TOKEN_PARAMETERS) {
            if (query.has(name)) {
                throw Problem.of(
                                400,
                                "token-in-url",
                                "A token stands in the URL",
                                "URLs end up in logs; send `Authorization: Bearer` and take another token")
                        .at(name)
                        .refused();
            }
        }
        if (!OPEN.contains(request.path())) {
            token(request);
        }
        boolean isReading = request.method().equals(HttpMethod.GET)
                || request.method().equals(HttpMethod.HEAD)
                || isLongListing(request);
        if (config.readOnly() && !isReading) {
            throw Problems.forbidden("read-only", "this node is read-only").refused();
        }
    }

    /** A listing whose parameters are too long for a URL changes nothing. */
    private static boolean isLongListing(HttpServerRequest request) {
        return request.method().equals(HttpMethod.POST)
                && LISTINGS.contains(request.path())
                && Call.isForm(request.getHeader("Content-Type"));
    }

    private Authority host(HttpServerRequest request) {
        List<String> given = request.headers().getAll("Host");
        Authority host = given.size() == 1 ? Authority.parse(given.get(0)) : null;
        if (host == null) {
            throw Problems.invalid("Host", "exactly one Host header is required, and it must name a host")
                    .refused();
        }
        boolean isOurs = host.isLoopback()
                || config.allowedHosts().contains(host.host())
                || host.equals(Authority.parse(config.host()))
                || host.host().equals(request.localAddress().hostAddress());
        if (!isOurs) {
            throw Problem.of(
                            421,
                            "unknown-host",
                            "Misdirected request",
                            "this node does not answer to that Host; names are added with --allow-host")
                    .at("Host")
                    .refused();
        }
        return host;
    }

    private static void origin(HttpServerRequest request, Authority host) {
        for (String given : request.headers().getAll("Origin")) {
            Authority origin = Authority.ofOrigin(given);
            if (origin == null || !origin.equals(host.withPort(given.startsWith("https") ? 443 : 80))) {
                throw Problems.forbidden("cross-origin", "pages of other origins may not use this node")
                        .at("Origin")
                        .refused();
            }
        }
    }

    private void token(HttpServerRequest request) {
        ServerToken token = config.token();
        String given = credential(request);
        if (token != null && (given == null || !token.matches(given))) {
            throw Problem.of(
                            401,
                            "unauthorized",
                            "A credential is required",
                            "this route needs `Authorization: Bearer` with a token that is valid here")
                    .with("WWW-Authenticate", "Bearer")
                    .refused();
        }
    }

    /** The bearer token that came with a request, or null. */
    static @Nullable String credential(HttpServerRequest request) {
        List<String> given = request.headers().getAll("Authorization");
        String only = given.size() == 1 ? given.get(0) : "";
        return only.regionMatches(true, 0, "Bearer ", 0, 7) ? only.substring(7).trim() : null;
    }
}
