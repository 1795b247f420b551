package io.gosling.document;

import java.time.Instant;

/**
 * What HTTP says about a document's bytes (RFC 9110, section 8).
 *
 * @param mediaType the value of Content-Type, with its charset where it has one
 * @param length the number of bytes
 * @param etag a strong entity tag with its quotes: equal on every node for equal bytes
 * @param lastModified to the second, as HTTP carries it
 */
public record Representation(String mediaType, long length, String etag, Instant lastModified) {}
