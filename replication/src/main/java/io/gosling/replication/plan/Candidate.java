package io.gosling.replication.plan;

/**
 * A document that is asked for often.
 *
 * @param path canonical
 * @param bytes of the document; positive
 * @param requests how often it is asked for, on any server, as far as is known; aged
 */
public record Candidate(String path, long bytes, double requests) {}
