package io.meshlog.op;

/**
 * Exact UTF-8 content that events refer to (spec §3.2). Each put has an id of its own; content with one digest
 * is stored once.
 *
 * @param id 1–256 characters
 * @param sha256 of the raw bytes
 * @param sizeBytes of the content in UTF-8
 * @param metadata a canonical JSON object
 * @param fields the wire fields as they came, without {@code content}; unknown ones included
 */
public record Artifact(
        String id,
        String kind,
        Digest sha256,
        long sizeBytes,
        String content,
        String createdBy,
        String createdAt,
        String originReplica,
        String metadata,
        Fields fields) {}
