package io.gosling.gos.disk;

import java.nio.ByteBuffer;

/**
 * An object as it is written. Nobody changes the buffers.
 *
 * @param key at most 64 KiB of UTF-8
 * @param identity differs where the bytes do; for whoever wants to know whether to write it again
 * @param count how often it was asked for, when it was written
 * @param writtenMillis when that was, by the wall clock
 * @param head what is to be known of it, at most 1 MiB
 * @param body its bytes
 */
public record DiskRecord(
        String key, long identity, double count, long writtenMillis, ByteBuffer head, ByteBuffer body) {}
