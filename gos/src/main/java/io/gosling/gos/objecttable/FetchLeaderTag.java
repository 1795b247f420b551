package io.gosling.gos.objecttable;

/**
 * The leader of a cluster-wide fetch of an object into memory: a node, and its own number for that fetch. The node
 * chooses the number, so a question that is asked twice gets the same answer. Immutable.
 *
 * @param number counts the fetches of that node, from 1; 0 stands for no leader
 */
public record FetchLeaderTag(int tag, long number) {
    public static final FetchLeaderTag NOBODY = new FetchLeaderTag(0, 0);

    public boolean isSomebody() {
        return number != 0;
    }

    boolean isLaterThan(FetchLeaderTag other) {
        return tag == other.tag && number > other.number;
    }
}
