package io.gosling.gos.memory;

import io.gosling.caching.StoredResponseHead;
import io.gosling.gos.disk.RecordInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A stored response of an origin that was found on disk: not usable before its origin has revalidated it. Owned by one
 * thread; it or its body is closed, or both.
 */
public record DiskResponse(StoredResponseHead reply, RecordInputStream reading) implements AutoCloseable {
    public int length() {
        return reading.length();
    }

    /**
     * Its body; ends with an {@link IOException} where the disk does not return the bytes that were written, or not in
     * time.
     */
    public InputStream body() {
        return reading;
    }

    @Override
    public void close() {
        reading.close();
    }
}
