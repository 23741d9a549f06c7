package io.meshlog.node.cli.client;

/**
 * What a node answered to a request that it took.
 *
 * @param json one object, literally as it came
 * @param document the same, to read
 */
public record Answer(String json, Document document) {}
