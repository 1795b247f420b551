package io.gosling.gos.disk;

import java.nio.ByteBuffer;

/**
 * An object as it is written to disk. The array and the buffer must not be changed.
 *
 * @param key begins with {@code base}; not empty, at most 64 KiB of UTF-8
 * @param base the common part of its variants' keys
 * @param identity differs for a later record that is worth writing
 * @param writtenMillis time of writing, by the wall clock
 * @param head the metadata without its bytes, at most 1 MiB
 */
public record DiskRecord(String key, String base, long identity, long writtenMillis, byte[] head, ByteBuffer body) {}
