package io.gosling.gos.objecttable;

/**
 * Who brings an object into the memory of the cluster: a node, and its own number for that fill. The node draws the number,
 * so a question that is asked twice gets the same answer. Immutable.
 *
 * @param tag the leader's
 * @param number counts the fills of that node, from 1; 0 stands for nobody
 */
public record FetchLeader(int tag, long number) {
    /** Nobody brings it. */
    public static final FetchLeader NOBODY = new FetchLeader(0, 0);

    /** Whether there is one. */
    public boolean isSomebody() {
        return number != 0;
    }

    /** Whether this is a later fill of the same node. */
    boolean isLaterThan(FetchLeader other) {
        return tag == other.tag && number > other.number;
    }

    /** The same of two for whoever compares them. */
    static FetchLeader higher(FetchLeader one, FetchLeader other) {
        return one.number > other.number || (one.number == other.number && one.tag >= other.tag) ? one : other;
    }
}
