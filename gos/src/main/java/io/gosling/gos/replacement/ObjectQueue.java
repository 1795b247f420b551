package io.gosling.gos.replacement;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A queue of objects, the oldest at its head, and their bytes. An item may be taken out of the middle. Not safe for
 * concurrent use.
 */
final class ObjectQueue {
    private final Item end = new Item("");
    private long bytes;

    /** An object; in one queue at a time. */
    static final class Item {
        final String key;
        private long bytes;
        private Item older = this;
        private Item newer = this;
        private @Nullable ObjectQueue queue;

        /** Accesses on this node as last reported. */
        long asked;

        /** Accesses since the object was kept, as the policy counts them. */
        int uses;

        /** The last offer at which the object was spoken for, as a victim or as a candidate. */
        long named;

        Item(String key) {
            this.key = key;
        }

        long bytes() {
            return bytes;
        }

        boolean isIn(ObjectQueue other) {
            return queue == other;
        }

        /** The next newer item; {@link ObjectQueue#isEnd} at the end. */
        Item newer() {
            return newer;
        }

        /** Takes it out of its queue, if it is in one. */
        void leave() {
            if (queue != null) {
                queue.bytes -= bytes;
            }
            older.newer = newer;
            newer.older = older;
            older = this;
            newer = this;
            queue = null;
        }

        /** Sets its size, wherever it stands. */
        void resize(long other) {
            if (queue != null) {
                queue.bytes += other - bytes;
            }
            bytes = other;
        }

        /** Notes the accesses so far; returns their number since the last report, at least 1. */
        long count(long askedNow) {
            long more = Math.max(1, askedNow - asked);
            asked = askedNow;
            return more;
        }
    }

    /** Puts an item at the tail, from wherever it stands. */
    void add(Item item) {
        item.leave();
        item.older = end.older;
        item.newer = end;
        end.older.newer = item;
        end.older = item;
        item.queue = this;
        bytes += item.bytes;
    }

    /** The head; {@link #isEnd} when the queue is empty. */
    Item oldest() {
        return end.newer;
    }

    boolean isEnd(Item item) {
        return item == end;
    }

    boolean isEmpty() {
        return end.newer == end;
    }

    /** The bytes of all items. */
    long bytes() {
        return bytes;
    }

    /** The items from the head on; the queue must not be changed meanwhile. */
    Stream<Item> stream() {
        return Stream.iterate(end.newer, item -> item != end, item -> item.newer);
    }

    static List<String> keys(Stream<Item> items, int most) {
        return items.limit(most).map(item -> item.key).toList();
    }
}
