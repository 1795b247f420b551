package io.gosling.document;

/**
 * Who had the bytes of an answer.
 *
 * @param from the kind of place
 * @param node the name of the node whose memory or disk it was
 */
public record Provenance(AnsweredFrom from, String node) {}
