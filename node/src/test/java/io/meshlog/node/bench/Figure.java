package io.meshlog.node.bench;

/** What is measured. A figure that stands beside another names the ratio that counts. */
enum Figure {
    APPENDS("appends over HTTP, many connections", "events/s"),
    APPENDS_P50("… time to an answer, p50", "ms"),
    APPENDS_CPU("… processor time, node and callers", "µs/event"),
    APPENDS_P99("… time to an answer, p99", "ms"),
    SINGLE_APPENDS("appends over HTTP, 1 connection", "events/s"),
    SINGLE_APPENDS_P99("… time to an answer, p99", "ms"),
    BATCHES("appends over HTTP, batches of 100, 4 connections", "events/s"),
    CATCH_UP("catch-up of an empty node over loopback", "events/s"),
    CATCH_UP_CPU("… processor time, both nodes", "µs/event"),
    CEILING_100("straight JDBC, node's schema, 100 a commit", "events/s"),
    CEILING_500("straight JDBC, node's schema, 500 a commit", "events/s"),
    CEILING_1000("straight JDBC, node's schema, 1,000 a commit", "events/s"),
    CEILING_1000_CPU("… processor time", "µs/event"),
    CEILING_100_VIEWS("… with the rows of its views, 100 a commit", "events/s"),
    CEILING_1000_VIEWS("… with the rows of its views, 1,000 a commit", "events/s"),
    TEXT_INDEXES("straight JDBC, five text indexes, 1,000 a commit", "events/s"),
    TEXT_INDEXES_CPU("… processor time", "µs/event"),
    TEXT_INDEXES_DEFAULT("… and SQLite's own checkpoints", "events/s"),
    TICK("clock: tick", "ns"),
    COMPARE_AND_SET("clock: bare compare-and-set", "ns"),
    STAMP_TEXT("stamp: text", "ns"),
    STAMP_FORMAT("stamp: String.format", "ns");

    private final String title;
    private final String unit;

    Figure(String title, String unit) {
        this.title = title;
        this.unit = unit;
    }

    String title() {
        return title;
    }

    String unit() {
        return unit;
    }

    /** One figure over another, in the same round. @param goal as people read it */
    record Ratio(String title, Figure of, Figure over, String goal) {}
}
