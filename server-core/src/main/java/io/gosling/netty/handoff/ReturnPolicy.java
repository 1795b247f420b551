package io.gosling.netty.handoff;

/**
 * The policy by which a node either returns a persistent connection to its front-end, with a request whose document it
 * does not have in memory, or fetches the document itself (<em>multiple handoff</em> and <em>back-end forwarding</em>:
 * Aron, Druschel and Zwaenepoel 1999, section 3). A move costs the same for every request, and a fetch costs by the
 * byte: so forwarding is for small responses and moving for large ones. The size of a response is not known before it
 * is fetched; the mean size of the responses that the node fetches is.
 *
 * <pre>
 *   a request comes whose document is not in memory:
 *     elsewhere = the fraction of the moves so far that has led to another node, the next one counted as such
 *     if  mean bytes of a fetch * elsewhere &gt;= the bytes from which on a move pays:  move
 *     else if  the bytes alone would do, and this is the 32nd such request in a row:  move, and see
 *     else:  fetch
 * </pre>
 *
 * The fraction is kept for this node: a document that no node has in memory, such as a response that may not be stored,
 * comes back again and again to the node that the front-end has chosen for it, in vain. The counts of moves are halved
 * now and then, so that the policy follows a change in the requests. Not safe for use by several threads.
 */
final class ReturnPolicy {
    /** Number of moves at which the counts are halved. */
    static final int REMEMBERED = 128;

    /** Of so many requests in a row that stay because moves were in vain, one moves all the same. */
    static final int TIMEOUT = 32;

    private final long from;
    private int moves;
    private int inVain;
    private int kept;

    /** @param from bytes from which on a move pays: none below 0, and every one at 0 */
    ReturnPolicy(long from) {
        this.from = from;
    }

    /** Returns whether a connection is to move, by the mean bytes of a fetch; 0 where there was none yet. */
    boolean pays(long meanFetch) {
        if (from < 0 || meanFetch < from) {
            return false;
        }
        double elsewhere = (moves - inVain + 1.0) / (moves + 1.0);
        if (meanFetch * elsewhere >= from || ++kept >= TIMEOUT) {
            kept = 0;
            return true;
        }
        return false;
    }

    void moved() {
        moves++;
        if (moves >= REMEMBERED) {
            moves /= 2;
            inVain /= 2;
        }
    }

    /** Records that a moved connection came back: its front-end has chosen this node again. */
    void cameAgain() {
        inVain = Math.min(moves, inVain + 1);
    }
}
