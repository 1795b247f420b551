package io.gosling.replication.coop;

import java.nio.file.Path;
import java.time.Instant;

/**
 * A copy on this server's disk.
 *
 * @param home the name of its home
 * @param path of the document there
 * @param file where its bytes are
 * @param etag what clients are told
 * @param source what the home compares when it is asked whether this is still the same
 * @param version the home's number for these bytes
 * @param number of the question that brought it, or that found it to be still the same
 * @param checkedNanos when the home was asked that said so
 */
public record ReplicaCopy(
        String home,
        String path,
        Path file,
        long length,
        String mediaType,
        String etag,
        Instant modified,
        String source,
        long version,
        long number,
        long checkedNanos) {
    /** The same, found to be still the original's. */
    ReplicaCopy checked(long itsVersion, long itsNumber, long nanos) {
        return new ReplicaCopy(
                home, path, file, length, mediaType, etag, modified, source, itsVersion, itsNumber, nanos);
    }
}
