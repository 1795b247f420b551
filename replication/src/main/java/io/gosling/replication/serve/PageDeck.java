package io.gosling.replication.serve;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A page as it was drawn the last few times: several, so that while each is sent again and again the page's links still lead
 * to every server that they may lead to. For many threads, without locks.
 */
final class PageDeck {
    /** Drawn pages of one page at a time. */
    static final int SIZE = 8;

    private final AtomicReferenceArray<@Nullable DrawnPage> drawn = new AtomicReferenceArray<>(SIZE);

    /** What is in a place, from 0 to {@link #SIZE} without that. */
    @Nullable
    DrawnPage at(int place) {
        return drawn.get(place);
    }

    /** Puts one in a place: what was there, which is the caller's to retire. */
    @Nullable
    DrawnPage put(int place, DrawnPage other) {
        return drawn.getAndSet(place, other);
    }
}
