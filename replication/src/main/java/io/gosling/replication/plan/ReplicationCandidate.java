package io.gosling.replication.plan;

/**
 * A frequently requested document.
 *
 * @param bytes of the document; positive
 * @param requests number of known requests for it, on any server; aged
 */
public record ReplicationCandidate(String path, long bytes, double requests) {}
