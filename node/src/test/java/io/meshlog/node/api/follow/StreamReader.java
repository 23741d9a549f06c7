package io.meshlog.node.api.follow;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads server-sent events as a browser does (WHATWG HTML §9.2.6): lines end with CR, LF or both. */
final class StreamReader implements AutoCloseable {
    /** What a reader is given. @param lastId what it would show if it were cut off now */
    record Message(String type, String data, String lastId) {}

    final int status;
    final Map<String, List<String>> headers;
    final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
    final BlockingQueue<String> comments = new LinkedBlockingQueue<>();

    private final InputStream body;
    private volatile String lastId = "";
    private volatile long retryMillis;
    private volatile boolean isEnded;

    StreamReader(int port, String path, @Nullable String lastEventId) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Accept", "text/event-stream")
                .header("Accept-Encoding", "gzip");
        if (lastEventId != null) {
            request.header("Last-Event-ID", lastEventId);
        }
        try {
            HttpResponse<InputStream> response = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .build()
                    .send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            status = response.statusCode();
            headers = response.headers().map();
            body = response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (status == 200) {
            Thread thread = new Thread(this::read, "stream-reader");
            thread.setDaemon(true);
            thread.start();
        }
    }

    String lastId() {
        return lastId;
    }

    long retryMillis() {
        return retryMillis;
    }

    boolean isEnded() {
        return isEnded;
    }

    /** The body of a refusal. */
    String text() {
        try {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Message next() throws InterruptedException {
        Message message = messages.poll(60, TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("nothing came");
        }
        return message;
    }

    List<Message> next(int count) throws InterruptedException {
        List<Message> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(next());
        }
        return all;
    }

    private void read() {
        // Takes CR, LF and CRLF for the end of a line.
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            String id = "";
            String type = "";
            StringBuilder data = new StringBuilder();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int colon = line.indexOf(':');
                String field = colon < 0 ? line : line.substring(0, colon);
                String value = colon < 0 ? "" : line.substring(colon + 1).replaceFirst("^ ", "");
                if (line.isEmpty()) {
                    lastId = id;
                    if (data.length() > 0) {
                        messages.add(new Message(type, data.substring(0, data.length() - 1), id));
                    }
                    type = "";
                    data.setLength(0);
                } else if (colon == 0) {
                    comments.add(value);
                } else if (field.equals("id") && value.indexOf('\0') < 0) {
                    id = value;
                } else if (field.equals("event")) {
                    type = value;
                } else if (field.equals("data")) {
                    data.append(value).append('\n');
                } else if (field.equals("retry")) {
                    retryMillis = Long.parseLong(value);
                }
            }
        } catch (IOException e) {
            // The other side, or this one, ended it.
        } finally {
            isEnded = true;
        }
    }

    @Override
    public void close() {
        try {
            body.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
