package io.gosling.dispatcher.packet.session;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A table from TCP sessions to back-ends (Gan et al. 2000, section 3.1: made on SYN, dropped after FIN and ACK or RST).
 * A session is identified by both its end points: the service's index, the client's address and its port.
 *
 * <pre>
 * absent -- SYN --&gt; half-open -- client's ACK --&gt; established -- FIN --&gt; closing -- time --&gt; absent
 *                                               established -- RST --&gt; reset -- time --&gt; absent
 *                                                   reset -- any other packet --&gt; established
 *                                            closing, reset -- SYN --&gt; half-open
 * </pre>
 *
 * <p>Half-open sessions have places of their own, a ring: a new one takes the place of the oldest. So a flood of SYNs
 * takes nothing from established sessions, and displaces half-open ones only by its excess over the ring. A session
 * that is acknowledged moves to a place among the others. If all of those are taken, some of them are examined: one
 * whose time is over gives up its place, else the one that was longest without a packet, if that is as long as
 * half-open sessions are kept. If there is no such session either, the new one stays in the ring. So an attacker who
 * fills the table with silent sessions keeps no client out.
 *
 * <p>Each session has an entry of 30 bytes, and there are 4 bytes of a hash table for every two entries: 32 bytes a
 * session, off the heap, all allocated at once. Buckets are chosen by a seed, so that nobody can predict which clients
 * share one. A session is identified by its place, which is valid until the next call that begins, establishes, ends or
 * sweeps. Nothing is allocated after the start. Times are in whole seconds since any origin. Not thread-safe.
 */
public final class SessionTable implements AutoCloseable {
    public static final int NONE = -1;

    /** The greatest index of a service. */
    public static final int MOST_SERVICES = 255;

    static final int ENTRY_BYTES = 30;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfChar CHAR = ValueLayout.JAVA_CHAR_UNALIGNED;
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final int HIGH = 0;
    private static final int LOW = 8;
    /** The place of the next entry of its bucket, or of the next free one, plus one. */
    private static final int NEXT = 16;

    private static final int PORT = 20;
    private static final int BACKEND = 22;
    private static final int NEIGHBOUR = 24;
    private static final int SECOND = 26;
    private static final int SERVICE = 28;
    private static final int STATE = 29;

    /** Number of places examined for a session whose time is over. */
    private static final int LOOKED_AT = 64;

    /** Notified of a session that its back-end no longer has: it has ended, was dropped, or has begun to close. */
    @FunctionalInterface
    public interface Ended {
        void ended(int backend);

        /** The session's entry was dropped. */
        default void forgotten(int backend, int neighbour) {}
    }

    /** State of a place in the table. */
    public enum State {
        FREE,
        /** Its SYN was seen. */
        HALF_OPEN,
        /** The client has sent something after its SYN. */
        ESTABLISHED,
        /** Its end was seen, and the last acknowledgements may follow. */
        CLOSING,
        /** A RST was seen: from the client, or with its forged address. */
        RESET;

        private static final State[] ALL = values();
    }

    private final Arena arena = Arena.ofShared();
    private final MemorySegment entries;
    private final MemorySegment buckets;
    private final int bucketCount;
    private final int halfOpen;
    private final int places;
    private final long seed;
    private final Ended ended;
    private final int[] longest = new int[State.ALL.length];
    /** Place of the next half-open session. */
    private int ring;
    /** The first place that was never used; free ones below it are in a chain. */
    private int untouched;

    private int free;
    private int hand;
    /** Start of the next search for a place. */
    private int looking;

    private int size;
    private int halfOpenSize;
    private long replaced;
    private long displaced;

    /** @param seed a number that others cannot guess */
    public SessionTable(SessionLimits limits, long seed, Ended ended) {
        this.halfOpen = limits.get(SessionLimits.HALF_OPEN);
        this.places = halfOpen + limits.get(SessionLimits.SESSIONS);
        this.bucketCount = buckets(places);
        this.seed = seed;
        this.ended = ended;
        this.untouched = halfOpen;
        this.looking = halfOpen;
        // One allocation, so that there is nothing to release if the system lacks the memory.
        MemorySegment whole = arena.allocate(bytes(limits), Integer.BYTES);
        this.buckets = whole.asSlice(0, (long) bucketCount * Integer.BYTES);
        this.entries = whole.asSlice(buckets.byteSize());
        longest[State.HALF_OPEN.ordinal()] =
                (int) limits.get(SessionLimits.HALF_OPEN_TIME).toSeconds();
        longest[State.ESTABLISHED.ordinal()] =
                (int) limits.get(SessionLimits.IDLE_TIME).toSeconds();
        longest[State.CLOSING.ordinal()] = (int) limits.closingTime().toSeconds();
        longest[State.RESET.ordinal()] = (int) limits.closingTime().toSeconds();
    }

    /** Off-heap size of a table with these limits. */
    public static long bytes(SessionLimits limits) {
        int places = limits.get(SessionLimits.HALF_OPEN) + limits.get(SessionLimits.SESSIONS);
        return (long) places * ENTRY_BYTES + (long) buckets(places) * Integer.BYTES;
    }

    private static int buckets(int places) {
        return Math.max(1, places / 2);
    }

    /** The place of a session, or {@link #NONE}. */
    public int find(int service, long high, long low, int port) {
        int place = buckets.get(INT, bucket(service, high, low, port)) - 1;
        while (place >= 0 && !isAt(place, service, high, low, port)) {
            place = next(place) - 1;
        }
        return place;
    }

    private boolean isAt(int place, int service, long high, long low, int port) {
        long at = at(place);
        return entries.get(LONG, at + LOW) == low
                && entries.get(CHAR, at + PORT) == port
                && entries.get(LONG, at + HIGH) == high
                && Byte.toUnsignedInt(entries.get(BYTE, at + SERVICE)) == service;
    }

    /**
     * A session that was not there begins half-open, in the place of the oldest half-open one if the ring is full.
     *
     * @param neighbour a number of the caller's choice, 0 to 65 535
     * @return its place
     */
    public int begin(int service, long high, long low, int port, int backend, int neighbour, int second) {
        int place = ring;
        ring = ring + 1 == halfOpen ? 0 : ring + 1;
        State before = state(place);
        if (before != State.FREE) {
            replaced += before == State.HALF_OPEN ? 1 : 0;
            end(place);
        }
        long at = at(place);
        entries.set(LONG, at + HIGH, high);
        entries.set(LONG, at + LOW, low);
        entries.set(CHAR, at + PORT, (char) port);
        entries.set(CHAR, at + BACKEND, (char) backend);
        entries.set(CHAR, at + NEIGHBOUR, (char) neighbour);
        entries.set(BYTE, at + SERVICE, (byte) service);
        state(place, State.HALF_OPEN);
        touch(place, second);
        link(place);
        size++;
        halfOpenSize++;
        return place;
    }

    /**
     * A half-open session is acknowledged, or one that was reset goes on.
     *
     * @return its place from now on; if it needs another place and there is none, its present one, and nothing is
     *     changed
     */
    public int establish(int place, int second) {
        touch(place, second);
        int other = isInRing(place) ? take(second) : place;
        if (other == NONE) {
            return place;
        }
        halfOpenSize -= state(place) == State.HALF_OPEN ? 1 : 0;
        if (other != place) {
            unlink(place);
            MemorySegment.copy(entries, at(place), entries, at(other), ENTRY_BYTES);
            state(place, State.FREE);
            link(other);
        }
        state(other, State.ESTABLISHED);
        return other;
    }

    /** A free place outside the ring. */
    private int take(int second) {
        if (free == 0 && untouched == places) {
            makeRoom(second);
        }
        if (free != 0) {
            int place = free - 1;
            free = next(place);
            return place;
        }
        return untouched < places ? untouched++ : NONE;
    }

    private void makeRoom(int second) {
        int oldest = NONE;
        for (int look = 0; look < Math.min(LOOKED_AT, places - halfOpen); look++) {
            int place = looking;
            looking = looking + 1 == places ? halfOpen : looking + 1;
            if (age(place, second) > longest[state(place).ordinal()]) {
                end(place);
                return;
            }
            oldest = oldest == NONE || age(place, second) > age(oldest, second) ? place : oldest;
        }
        if (oldest != NONE && age(oldest, second) >= longest[State.HALF_OPEN.ordinal()]) {
            displaced++;
            end(oldest);
        }
    }

    /** Closes a session, which does not count for its back-end and is kept for late packets. */
    public void close(int place, int second) {
        leave(place, State.CLOSING, second);
    }

    public void reset(int place, int second) {
        leave(place, State.RESET, second);
    }

    private void leave(int place, State state, int second) {
        State was = state(place);
        halfOpenSize -= was == State.HALF_OPEN ? 1 : 0;
        state(place, state);
        touch(place, second);
        if (isCounted(was)) {
            ended.ended(backend(place));
        }
    }

    /** A session that is closing or was reset begins again with a SYN: half-open, with the same place and back-end. */
    public void reopen(int place, int second) {
        state(place, State.HALF_OPEN);
        touch(place, second);
        halfOpenSize++;
    }

    public void end(int place) {
        State was = state(place);
        unlink(place);
        state(place, State.FREE);
        size--;
        halfOpenSize -= was == State.HALF_OPEN ? 1 : 0;
        if (!isInRing(place)) {
            next(place, free);
            free = place + 1;
        }
        if (isCounted(was)) {
            ended.ended(backend(place));
        }
        ended.forgotten(backend(place), neighbour(place));
    }

    private static boolean isCounted(State state) {
        return state == State.HALF_OPEN || state == State.ESTABLISHED;
    }

    /** Forgets sessions whose time is over among the next {@code looks} places. */
    public void sweep(int second, int looks) {
        if (size == 0) {
            return;
        }
        for (int look = 0; look < Math.min(looks, places); look++) {
            int place = hand;
            hand = hand + 1 == places ? 0 : hand + 1;
            State state = state(place);
            if (state != State.FREE && age(place, second) > longest[state.ordinal()]) {
                end(place);
            }
        }
    }

    private int age(int place, int second) {
        return (second - entries.get(CHAR, at(place) + SECOND)) & 0xFFFF;
    }

    public void touch(int place, int second) {
        entries.set(CHAR, at(place) + SECOND, (char) second);
    }

    public int backend(int place) {
        return entries.get(CHAR, at(place) + BACKEND);
    }

    public int neighbour(int place) {
        return entries.get(CHAR, at(place) + NEIGHBOUR);
    }

    public void neighbour(int place, int other) {
        entries.set(CHAR, at(place) + NEIGHBOUR, (char) other);
    }

    public State state(int place) {
        return State.ALL[entries.get(BYTE, at(place) + STATE) & 7];
    }

    /** The bits that were set by {@link #flags(int, int)}, such as which sides have ended the session. */
    public int flags(int place) {
        return entries.get(BYTE, at(place) + STATE) >>> 4 & 7;
    }

    /** Remembers three bits, 0 to 7; forgotten with the next change of its state. */
    public void flags(int place, int bits) {
        long at = at(place) + STATE;
        entries.set(BYTE, at, (byte) ((entries.get(BYTE, at) & 7) | (bits << 4)));
    }

    /** Sessions of any state. */
    public int size() {
        return size;
    }

    public int halfOpen() {
        return halfOpenSize;
    }

    /** Number of sessions in the ring that were dropped for newer ones. */
    public long replaced() {
        return replaced;
    }

    /** Number of sessions outside the ring that were dropped before their time. */
    public long displaced() {
        return displaced;
    }

    /** Number of places that {@link #sweep} has to examine to have seen all. */
    public int places() {
        return places;
    }

    /** Off-heap size in bytes. */
    public long bytes() {
        return entries.byteSize() + buckets.byteSize();
    }

    /** Returns true if it has a place among the half-open ones, whatever its state. */
    public boolean isInRing(int place) {
        return place < halfOpen;
    }

    private void state(int place, State state) {
        entries.set(BYTE, at(place) + STATE, (byte) state.ordinal());
    }

    private int next(int place) {
        return entries.get(INT, at(place) + NEXT);
    }

    private void next(int place, int link) {
        entries.set(INT, at(place) + NEXT, link);
    }

    private long bucketOf(int place) {
        long at = at(place);
        return bucket(
                Byte.toUnsignedInt(entries.get(BYTE, at + SERVICE)),
                entries.get(LONG, at + HIGH),
                entries.get(LONG, at + LOW),
                entries.get(CHAR, at + PORT));
    }

    private void link(int place) {
        long bucket = bucketOf(place);
        next(place, buckets.get(INT, bucket));
        buckets.set(INT, bucket, place + 1);
    }

    private void unlink(int place) {
        long bucket = bucketOf(place);
        int at = buckets.get(INT, bucket) - 1;
        if (at == place) {
            buckets.set(INT, bucket, next(place));
            return;
        }
        while (next(at) != place + 1) {
            at = next(at) - 1;
        }
        next(at, next(place));
    }

    /** Position of a bucket, by multiplication instead of division. */
    private long bucket(int service, long high, long low, int port) {
        long hash = mix(low ^ seed) + high;
        hash = mix(hash ^ ((long) service << 16 | port) ^ Long.rotateLeft(seed, 32));
        return (((hash >>> 32) * bucketCount) >>> 32) * Integer.BYTES;
    }

    private static long mix(long bits) {
        long mixed = (bits ^ bits >>> 32) * 0xD6E8FEB86659FD93L;
        mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
        return mixed ^ mixed >>> 32;
    }

    private static long at(int place) {
        return (long) place * ENTRY_BYTES;
    }

    @Override
    public void close() {
        arena.close();
    }
}
