package io.meshlog.op;

/** What an author signs about an artifact. @param sizeBytes of the content in UTF-8 */
public record ArtifactRef(String id, Digest sha256, long sizeBytes) {}
