package io.gosling.netty.handoff;

/**
 * Whether a persistent connection goes back to its front-end with a request whose document its node does not have in memory, or
 * the node fetches that (<em>multiple handoff</em> and <em>back-end forwarding</em>: Aron, Druschel and Zwaenepoel 1999,
 * section 3). A move costs the same whatever is asked for, and a fetch costs by the byte: so forwarding is for small answers
 * and moving for large ones. How large this answer will be, nobody knows before it is fetched; how large such answers are on
 * the whole, the node does.
 *
 * <pre>
 *   a request comes whose document is not in memory:
 *     elsewhere = the part of the moves so far that has led to another node, the next one counted as such
 *     if  mean bytes of a fetch * elsewhere &gt;= the bytes from which on a move pays:  move
 *     else if  the bytes alone would do, and this is the 32nd such request in a row:  move, and see
 *     else:  fetch
 * </pre>
 *
 * The part is of this one's: what no node has in memory, such as a program's answers, comes back again and again to the node
 * that the front-end has chosen for it, for nothing. Moves are forgotten by halves, so that it follows a change of what is
 * asked for. Not safe for use by several threads.
 */
final class MovePolicy {
    /** With so many moves they are halved. */
    static final int REMEMBERED = 128;

    /** Of so many requests that are kept because moves were in vain, one moves all the same. */
    static final int PATIENCE = 32;

    private final long from;
    private int moves;
    private int inVain;
    private int kept;

    /** @param from bytes from which on a move pays: none below 0, and every one at 0 */
    MovePolicy(long from) {
        this.from = from;
    }

    /**
     * Whether a connection is to move.
     *
     * @param meanFetch bytes of an answer, on average, that was not in the node's memory; 0 where there was none yet
     */
    boolean pays(long meanFetch) {
        if (from < 0 || meanFetch < from) {
            return false;
        }
        double elsewhere = (moves - inVain + 1.0) / (moves + 1.0);
        if (meanFetch * elsewhere >= from || ++kept >= PATIENCE) {
            kept = 0;
            return true;
        }
        return false;
    }

    /** A connection has moved. */
    void moved() {
        moves++;
        if (moves >= REMEMBERED) {
            moves /= 2;
            inVain /= 2;
        }
    }

    /** One that has moved came again: its front-end has chosen this node. */
    void cameAgain() {
        inVain = Math.min(moves, inVain + 1);
    }
}
