package io.gosling.gos.objecttable;

/**
 * What a node tells an object's row. Cumulative, so that it may be lost, repeated or late. Immutable.
 *
 * @param count accesses on this node since its row in the local table was made, and what the row had counted before
 * @param acknowledged how much of that a row has confirmed
 * @param agac the largest AGAC this node knows, as of {@code epoch}: seeds a row that was lost
 * @param version the highest version this node knows
 */
public record LocalCount(
        String key, long count, long acknowledged, double agac, int epoch, long version, Holding holding) {

    /** What this node has of the object. */
    public enum Holding {
        /** A copy in memory, of the tally's version. */
        HELD,
        /** No copy any more; the row may still say so. */
        DROPPED,
        /** No copy, but there is such a document. */
        SEEN,
        /** Perhaps there is no such document: makes no row where there is none. */
        UNSEEN
    }
}
