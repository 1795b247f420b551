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

    static final class Item {
        final String key;
        private long bytes;
        private Item older = this;
        private Item newer = this;
        private @Nullable ObjectQueue queue;

        long asked;
        int uses;

        /** The last offer that named the object, as a victim or as a candidate. */
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

        Item newer() {
            return newer;
        }

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

        void resize(long other) {
            if (queue != null) {
                queue.bytes += other - bytes;
            }
            bytes = other;
        }

        /** Records the accesses so far; returns their number since the last report, at least 1. */
        long count(long askedNow) {
            long more = Math.max(1, askedNow - asked);
            asked = askedNow;
            return more;
        }
    }

    void add(Item item) {
        item.leave();
        item.older = end.older;
        item.newer = end;
        end.older.newer = item;
        end.older = item;
        item.queue = this;
        bytes += item.bytes;
    }

    Item oldest() {
        return end.newer;
    }

    boolean isEnd(Item item) {
        return item == end;
    }

    boolean isEmpty() {
        return end.newer == end;
    }

    long bytes() {
        return bytes;
    }

    Stream<Item> stream() {
        return Stream.iterate(end.newer, item -> item != end, item -> item.newer);
    }

    static List<String> keys(Stream<Item> items, int most) {
        return items.limit(most).map(item -> item.key).toList();
    }
}
