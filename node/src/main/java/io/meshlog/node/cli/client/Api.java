package io.meshlog.node.cli.client;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One node, over HTTP. Follows no redirect, so that a token reaches nobody else. Confined to the thread of the
 * command.
 */
public final class Api {
    public static final Duration ANSWER_TIME = Duration.ofSeconds(60);
    /** A round with every peer may take its time. */
    public static final Duration SYNC_TIME = Duration.ofMinutes(15);

    private static final Duration CONNECT_TIME = Duration.ofSeconds(10);
    /** Nodes take cursors of up to 4,096 characters in a URL. */
    private static final int URL_QUERY_LENGTH_MAX = 4_096;

    private static final int ANSWER_BYTES_MAX = 1 << 29;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIME)
            .build();
    private final URI base;
    private final @Nullable String token;
    private final @Nullable String agent;

    /** @param base without a slash at its end @param agent who the caller is, whatever name it writes under */
    Api(URI base, @Nullable String token, @Nullable String agent) {
        this.base = base;
        this.token = token;
        this.agent = agent;
    }

    public Answer get(String path, Query query) throws CommandFailed {
        return send(request(path + query, ANSWER_TIME).GET().build());
    }

    /** Like {@link #get}, with parameters that a URL may not hold. */
    public Answer list(String path, Query query) throws CommandFailed {
        return list(path, query, ANSWER_TIME);
    }

    /** @param time how long the node may take to answer */
    public Answer list(String path, Query query, Duration time) throws CommandFailed {
        if (query.toString().length() <= URL_QUERY_LENGTH_MAX) {
            return send(request(path + query, time).GET().build());
        }
        return send(request(path, time)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(query.toString().substring(1)))
                .build());
    }

    public Answer post(String path, String json, Duration time) throws CommandFailed {
        HttpRequest.Builder request = request(path, time).header("Content-Type", "application/json");
        if (agent != null) {
            request.header("Meshlog-Agent", Query.encoded(agent));
        }
        return send(request.POST(BodyPublishers.ofString(json)).build());
    }

    private HttpRequest.Builder request(String pathAndQuery, Duration time) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + pathAndQuery))
                .timeout(time)
                .header("Accept", "application/json");
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private Answer send(HttpRequest request) throws CommandFailed {
        try {
            HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
            try (InputStream in = response.body()) {
                byte[] body = in.readNBytes(ANSWER_BYTES_MAX);
                if (in.read() >= 0) {
                    throw CommandFailed.refused(base + " answered with more than " + ANSWER_BYTES_MAX + " bytes");
                }
                return answer(response, new String(body, StandardCharsets.UTF_8));
            }
        } catch (InterruptedException e) {
            throw new CommandFailed(ExitCode.INTERRUPTED, "interrupted");
        } catch (IOException e) {
            throw CommandFailed.unreachable(unreachable(request, e));
        }
    }

    private Answer answer(HttpResponse<InputStream> response, String body) throws CommandFailed {
        Document document = null;
        try {
            document = Document.parse(body);
        } catch (IOException e) {
            // No node's answer, or half of one; told below with the status.
        }
        if (response.statusCode() / 100 != 2) {
            throw Problem.of(base, response.statusCode(), response.headers(), document);
        }
        if (document == null) {
            throw Problem.notTheProtocol(base, response.statusCode(), response.headers());
        }
        return new Answer(body, document);
    }

    private String unreachable(HttpRequest request, IOException e) {
        if (e instanceof ConnectException) {
            boolean unknownName = isOf(e, UnresolvedAddressException.class);
            return "no node answers at " + base + ": "
                    + (unknownName ? "the name " + base.getHost() + " is not known" : "connection refused")
                    + "; is it running, and is --url or MESHLOG_URL right?";
        }
        String cause = e instanceof HttpTimeoutException
                ? "no answer in time"
                : e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return "lost the connection to " + base + ": " + cause
                + ("POST".equals(request.method()) ? "; the node may have done what it was asked all the same" : "");
    }

    private static boolean isOf(Throwable failure, Class<? extends Throwable> kind) {
        Throwable cause = failure;
        while (cause != null && !kind.isInstance(cause)) {
            cause = cause.getCause();
        }
        return cause != null;
    }
}
