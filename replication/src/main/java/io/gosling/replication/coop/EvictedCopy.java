package io.gosling.replication.coop;

/**
 * An evicted copy, as reported to its home.
 *
 * @param number of the request that fetched it, or found no room for it
 */
public record EvictedCopy(String home, String path, long number) {
    static EvictedCopy of(ReplicaCopy copy) {
        return new EvictedCopy(copy.home(), copy.path(), copy.number());
    }
}
