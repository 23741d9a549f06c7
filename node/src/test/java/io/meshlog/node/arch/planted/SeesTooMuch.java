package io.meshlog.node.arch.planted;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.meshlog.node.Node;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.sync.Estate;
import io.vertx.core.Vertx;
import java.sql.Connection;

/** Breaks every rule about who sees what. */
record SeesTooMuch(Connection sql, Vertx vertx, CircuitBreaker breaker, Node root, Terminal terminal, Estate estate) {
    /** By a clock that people set. */
    static boolean isOver(long untilMillis) {
        return System.currentTimeMillis() > untilMillis;
    }
}
