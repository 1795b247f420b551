package io.gosling.gos.hazelcast;

import io.gosling.gos.repository.HomeAnswer;
import io.gosling.gos.repository.HomeEntryTransitions;
import io.gosling.gos.repository.HomeObjectEntry;
import io.gosling.gos.repository.HomeReply;
import io.gosling.gos.repository.ObjectKey;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The objects at home on this node that were read since they were last changed, for threads that are not those of
 * their partitions. The bytes are those of the map, not copies. At most {@value #MOST} objects; where there are as
 * many, those that were not read for a while make room.
 *
 * <pre>
 *   the partition's thread:  a read puts the object here
 *                            a change empties its place, before the map stores it
 *   any thread:              takes the object, and then tests that this node has owned the partition all the time
 * </pre>
 *
 * <p>So what is answered was stored here at a moment after the question, and no other node was the home then. The
 * other order would not do: the object could move and be changed elsewhere between the test and the look. Places keep
 * the number of reads, which {@link HomeObjectEvictor} compares. Safe for use by many threads, without a lock but that
 * of one place, held for one assignment.
 */
final class HomeReadTable {
    /** Objects; further ones are read by their partitions' threads. */
    static final int MOST = 1 << 16;
    /** An object that was not read for so long goes when the table is full. */
    static final long UNUSED_MILLIS = 10_000;

    private final ConcurrentHashMap<UUID, Place> places = new ConcurrentHashMap<>();

    /** This node's ownership of a partition since the object was put here. */
    @FunctionalInterface
    interface Ownership {
        /** Returns true if the partition belongs to this node and has not moved since; from now on it may. */
        boolean holds();
    }

    /** Accesses of an object. Lost updates of the time are harmless. */
    static final class Reads {
        private static final Reads NONE = new Reads();

        private final AtomicLong count = new AtomicLong();
        private volatile long lastMillis;

        long count() {
            return count.get();
        }

        long lastMillis() {
            return lastMillis;
        }

        private void add(long nowMillis) {
            count.getAndIncrement();
            lastMillis = nowMillis;
        }
    }

    /**
     * An object's place.
     *
     * @param value null after a change, until the object is read
     * @param left true if it was seen without a value: it goes when it is seen so again
     */
    private record Place(@Nullable Value value, Reads reads, boolean left) {}

    private record Value(HomeObjectEntry head, ByteBuffer bytes, Ownership ownership) {
        boolean isCurrent(long nowMillis) {
            return (head.ends() == 0 || head.ends() > nowMillis) && ownership.holds();
        }
    }

    /** Answers a read, or returns null if the partition's thread has to. Any thread. */
    @Nullable
    HomeReply read(ObjectKey key, long known, long nowMillis) {
        Place place = places.get(key.hash());
        Value value = place == null ? null : place.value();
        if (place == null || value == null) {
            return null;
        }
        HomeAnswer answer = HomeEntryTransitions.read(key, value.head(), known, nowMillis);
        if (!value.ownership().holds()) {
            return null;
        }
        place.reads().add(nowMillis);
        return answer instanceof HomeAnswer.Has ? new HomeReply(answer, value.bytes()) : HomeReply.of(answer);
    }

    /**
     * Puts an object here that was read. On the partition's thread.
     *
     * @param head the entry, as if its bytes were none
     * @param bytes those of the map
     */
    void put(HomeObjectEntry head, ByteBuffer bytes, Ownership ownership) {
        UUID hash = head.key().hash();
        if (places.size() < MOST || places.containsKey(hash)) {
            Value value = new Value(head, bytes, ownership);
            places.compute(hash, (same, old) -> new Place(value, old == null ? new Reads() : old.reads(), false));
        }
    }

    /**
     * An object is about to change. On the partition's thread.
     *
     * @param goes true if it is about to be removed
     */
    void changing(UUID hash, boolean goes) {
        places.computeIfPresent(hash, (same, old) -> goes ? null : new Place(null, old.reads(), false));
    }

    /** Removes what has expired or moved to another node, and places that are not used. Any thread. */
    void prune(long nowMillis) {
        long unused = places.size() < MOST ? Long.MIN_VALUE : nowMillis - UNUSED_MILLIS;
        places.keySet()
                .forEach(hash -> places.computeIfPresent(hash, (same, place) -> {
                    Value value = place.value();
                    if (value == null) {
                        return place.left() ? null : new Place(null, place.reads(), true);
                    }
                    return value.isCurrent(nowMillis) && place.reads().lastMillis() > unused ? place : null;
                }));
    }

    /** The reads of an object that were answered from here. */
    Reads reads(UUID hash) {
        Place place = places.get(hash);
        return place == null ? Reads.NONE : place.reads();
    }

    int size() {
        return places.size();
    }
}
