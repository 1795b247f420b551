package io.gosling.gos.memory;

import io.gosling.caching.StoredResponseHead;
import io.gosling.gos.disk.RecordInputStream;

/**
 * A stored response of an origin that was found on disk: not usable before its origin has revalidated it. Owned by one
 * thread; it or its body is closed, or both.
 *
 * @param body ends with an {@link java.io.IOException} where the disk does not return the bytes that were written, or
 *     not in time
 */
public record DiskResponse(StoredResponseHead reply, RecordInputStream body) implements AutoCloseable {
    @Override
    public void close() {
        body.close();
    }
}
