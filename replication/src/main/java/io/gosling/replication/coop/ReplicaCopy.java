package io.gosling.replication.coop;

import io.gosling.document.Representation;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A copy on this server's disk.
 *
 * @param source the home's validator for the revalidation of this copy
 * @param number of the request that fetched it, or last revalidated it
 * @param checkedNanos time of that request
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
    Representation representation() {
        return new Representation(mediaType, length, etag, modified);
    }

    ReplicaCopy checked(long itsVersion, long itsNumber, long nanos) {
        return new ReplicaCopy(
                home, path, file, length, mediaType, etag, modified, source, itsVersion, itsNumber, nanos);
    }
}
