package io.gosling.gos.disk;

import java.nio.ByteBuffer;

/**
 * An object as it is written. Nobody changes the array or the buffer.
 *
 * @param key begins with {@code base}; not empty, at most 64 KiB of UTF-8
 * @param base what its variants have in common
 * @param identity differs where a later record of this key is worth writing
 * @param count how often it was asked for, as far as is known; to bring back first what is asked for most
 * @param writtenMillis when it was written, by the wall clock
 * @param head what is to be known of it besides its bytes, at most 1 MiB
 * @param body its bytes
 */
public record DiskRecord(
        String key, String base, long identity, float count, long writtenMillis, byte[] head, ByteBuffer body) {}
