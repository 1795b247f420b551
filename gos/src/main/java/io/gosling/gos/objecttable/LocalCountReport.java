package io.gosling.gos.objecttable;

/**
 * A node's report to an object's directory entry. Cumulative, so that it may be lost, repeated or late: it is sent each
 * second until it is acknowledged. Immutable.
 *
 * @param count accesses on this node since its entry in the local table was made, and what the directory entry had
 *     counted before
 * @param acknowledged part of it that a directory entry has confirmed
 * @param agac the largest AGAC this node knows, as of {@code epoch}: seeds a directory entry that was lost
 */
public record LocalCountReport(
        String key, long count, long acknowledged, double agac, int epoch, long version, Holding holding) {

    public enum Holding {
        /** A copy in memory, of the reported version. */
        HELD,
        /** No copy; the directory entry may still list one. */
        DROPPED,
        /** No copy, but there is such a document. */
        SEEN,
        /** Perhaps there is no such document: creates no directory entry where there is none. */
        UNSEEN
    }
}
