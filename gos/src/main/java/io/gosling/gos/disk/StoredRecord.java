package io.gosling.gos.disk;

/**
 * A record as it is found: all but its body, which {@link DiskStore#read} reads. Nothing of it is open.
 *
 * @param number of its event on the disk; see {@link DiskStore#isPurged}
 * @param head its metadata without its bytes
 * @param length of its body in bytes
 * @param writtenMillis time at which it was written, by the wall clock
 * @param bodyOffset of its body in the segment file
 */
public record StoredRecord(String key, long number, byte[] head, int length, long writtenMillis, long bodyOffset) {}
