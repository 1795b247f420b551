package io.gosling.gos.space;

/** The reason why another node gave no answer to a question. Immutable. */
public sealed interface PeerRefusal {
    /** It does not hold a copy. */
    record NotHeld() implements PeerRefusal {}

    /** It may not know a purge that is known here; it remains a holder. */
    record Behind() implements PeerRefusal {}

    /** It has too much in hand. */
    record Busy() implements PeerRefusal {}

    /** It did not answer in time, or stopped in the middle; {@code why} is for the log. */
    record Silent(String why) implements PeerRefusal {}

    /** It lives and could not answer in time; {@code why} is for the log. */
    record Overdue(String why) implements PeerRefusal {}

    /** It could not answer; {@code why} is for the log. */
    record Failed(String why) implements PeerRefusal {}

    /** It was not asked for a shortage of this node's own, which says nothing of the other one. */
    record Unasked(String why) implements PeerRefusal {}

    /** It cannot be asked: no connection, another process at its address, or this side has closed. */
    record Gone(String why) implements PeerRefusal {}
}
