package io.meshlog.node.api.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Ends connections whose other side takes too long: a timer runs whenever the next move is the caller's, and counts from
 * the node's last move, not from the caller's last byte. Confined to the event loop of its verticle.
 */
public final class Connections {
    private static final long NONE = -1;

    private final Vertx vertx;
    private final ApiConfig.Patience patience;
    private final Map<HttpConnection, Waiting> open = new IdentityHashMap<>();

    /** 0 ≤ requests; the timer is armed while it is the caller's turn. */
    private static final class Waiting {
        private int requests;
        private long timer = NONE;
    }

    public Connections(Vertx vertx, ApiConfig.Patience patience) {
        this.vertx = vertx;
        this.patience = patience;
    }

    public void opened(HttpConnection connection) {
        Waiting waiting = new Waiting();
        open.put(connection, waiting);
        connection.closeHandler(closed -> {
            open.remove(connection);
            disarm(waiting);
        });
        arm(connection, waiting, patience.headMillis());
    }

    /** The head of a request is here. */
    public void asked(HttpConnection connection) {
        Waiting waiting = open.get(connection);
        if (waiting != null) {
            waiting.requests++;
            disarm(waiting);
        }
    }

    /** An answer of that size is on its way. */
    void answering(HttpConnection connection, long bytes) {
        Waiting waiting = open.get(connection);
        if (waiting != null) {
            arm(connection, waiting, patience.answerMillis() + millisFor(bytes));
        }
    }

    /** The caller has taken the whole answer. A pipelined request may be at work already. */
    void answered(HttpConnection connection) {
        Waiting waiting = open.get(connection);
        if (waiting != null) {
            waiting.requests--;
            disarm(waiting);
            if (waiting.requests == 0) {
                arm(connection, waiting, patience.idleMillis());
            }
        }
    }

    /** How much longer so many bytes may take. */
    static long millisFor(long bytes) {
        return bytes * 1_000 / ApiConfig.Patience.BYTES_A_SECOND;
    }

    private void arm(HttpConnection connection, Waiting waiting, long millis) {
        disarm(waiting);
        waiting.timer = vertx.setTimer(millis, fired -> {
            waiting.timer = NONE;
            connection.close();
        });
    }

    private void disarm(Waiting waiting) {
        if (waiting.timer != NONE) {
            vertx.cancelTimer(waiting.timer);
            waiting.timer = NONE;
        }
    }
}
