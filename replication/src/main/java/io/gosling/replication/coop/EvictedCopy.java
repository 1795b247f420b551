package io.gosling.replication.coop;

/**
 * A copy that this server has no more, as its home is told.
 *
 * @param home the name of its home
 * @param path of the document there
 * @param number of the question that brought it, or that showed that it has no room any more
 */
public record EvictedCopy(String home, String path, long number) {
    static EvictedCopy of(ReplicaCopy copy) {
        return new EvictedCopy(copy.home(), copy.path(), copy.number());
    }
}
