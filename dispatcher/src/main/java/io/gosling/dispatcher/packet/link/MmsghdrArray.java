package io.gosling.dispatcher.packet.link;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** An array of struct mmsghdr of 64-bit Linux, each with one buffer. */
final class MmsghdrArray {
    static final long BYTES = 64;
    private static final long VECTOR_BYTES = 16;
    private static final long VECTOR_AT = 16;
    private static final long VECTORS_AT = 24;
    private static final long FLAGS_AT = 48;
    private static final long LENGTH_AT = 56;
    private static final int CUT = 0x20;

    private final MemorySegment headers;
    private final MemorySegment vectors;
    private final MemorySegment memory;
    /** Views from each message on, cached. */
    private final MemorySegment[] from;

    /** @param memory memory of the buffers */
    MmsghdrArray(Arena arena, MemorySegment memory, int count) {
        this.memory = memory;
        this.headers = arena.allocate(BYTES * count, Long.BYTES);
        this.vectors = arena.allocate(VECTOR_BYTES * count, Long.BYTES);
        this.from = new MemorySegment[count];
        for (int i = 0; i < count; i++) {
            from[i] = headers.asSlice(i * BYTES);
            headers.set(ADDRESS, i * BYTES + VECTOR_AT, vectors.asSlice(i * VECTOR_BYTES));
            headers.set(JAVA_LONG, i * BYTES + VECTORS_AT, 1);
        }
    }

    void buffer(int message, long at, long bytes) {
        vectors.set(JAVA_LONG, message * VECTOR_BYTES, memory.address() + at);
        vectors.set(JAVA_LONG, message * VECTOR_BYTES + Long.BYTES, bytes);
    }

    /** Length of a received message, or 0 if truncated. */
    int received(int message) {
        boolean cut = (headers.get(JAVA_INT, message * BYTES + FLAGS_AT) & CUT) != 0;
        return cut ? 0 : headers.get(JAVA_INT, message * BYTES + LENGTH_AT);
    }

    MemorySegment from(int message) {
        return from[message];
    }
}
