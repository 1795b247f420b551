package io.gosling.document;

import java.time.Instant;

/**
 * An entry of a directory that is served.
 *
 * @param name decoded, without a slash
 * @param bytes of a file; meaningless for a directory
 */
public record ListingEntry(String name, boolean directory, long bytes, Instant lastModified) {}
