package io.gosling.gos.cluster;

import io.gosling.freshness.Letter;
import java.util.List;

/** Where letters of other nodes go. Safe for use by many threads. */
@FunctionalInterface
interface LetterBox {
    /** Takes letters of one node; the result is for the same node. */
    List<Letter> receive(List<Letter> letters);

    /** Of a node that takes no part: whoever has named it a voter hears nothing from it. */
    static LetterBox none() {
        return letters -> List.of();
    }
}
