package io.meshlog.node.demo;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A wire on loopback that can be cut: whoever dials its port reaches another port, while it is whole. */
final class Link {
    private static final String LOOPBACK = "127.0.0.1";

    private final NetServer server;
    private final NetClient client;
    private final List<NetSocket> open = new CopyOnWriteArrayList<>();
    private volatile int target;
    private volatile boolean cut;

    Link(Vertx vertx) {
        this.server = vertx.createNetServer().connectHandler(this::dialled);
        this.client = vertx.createNetClient();
    }

    /** @return the port to dial */
    Future<Integer> listen() {
        return server.listen(0, LOOPBACK).map(NetServer::actualPort);
    }

    void leadsTo(int port) {
        target = port;
    }

    void cut() {
        cut = true;
        open.forEach(NetSocket::close);
    }

    void heal() {
        cut = false;
    }

    private void dialled(NetSocket near) {
        if (cut) {
            near.close();
            return;
        }
        track(near);
        near.pause();
        client.connect(target, LOOPBACK)
                .onSuccess(far -> {
                    track(far);
                    near.pipeTo(far);
                    far.pipeTo(near);
                })
                .onFailure(e -> near.close());
    }

    private void track(NetSocket socket) {
        open.add(socket);
        socket.closeHandler(v -> open.remove(socket));
    }
}
