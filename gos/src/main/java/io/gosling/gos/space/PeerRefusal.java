package io.gosling.gos.space;

/** The reason why another node gave no answer to a question. Immutable. */
public sealed interface PeerRefusal {
    /** For the log. */
    String why();

    /** It does not hold a copy. */
    record NotHeld() implements PeerRefusal {
        @Override
        public String why() {
            return "holds no copy";
        }
    }

    /** It gives nothing now, as it may not know a purge that is known here; it remains a holder. */
    record Behind() implements PeerRefusal {
        @Override
        public String why() {
            return "gives nothing now; it may not have heard yet of a purge";
        }
    }

    /** It has too much in hand. */
    record Busy() implements PeerRefusal {
        @Override
        public String why() {
            return "has too much in hand";
        }
    }

    /** It did not answer in time, or stopped in the middle. */
    record Silent(String why) implements PeerRefusal {}

    /** It lives and could not answer in time. */
    record Overdue(String why) implements PeerRefusal {}

    /** It could not answer. */
    record Failed(String why) implements PeerRefusal {}

    /** It was not asked for a shortage of this node's own, which says nothing of the other one. */
    record Unasked(String why) implements PeerRefusal {}

    /** It cannot be asked: no connection, another process at its address, or this side has closed. */
    record Gone(String why) implements PeerRefusal {}
}
