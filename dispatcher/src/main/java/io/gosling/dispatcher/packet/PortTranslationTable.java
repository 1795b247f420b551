package io.gosling.dispatcher.packet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A table from translated ports to clients, for each back-end: the way back of LS-NAPT. Each back-end has all ports of
 * the range, since both ends name a connection. A port that is released is the last to be taken again, because the
 * back-end may still wait for late packets of the connection that had it. For the same reason the first port is
 * arbitrary: back-ends may still have connections of an earlier dispatcher on this host.
 *
 * <p>24 bytes a port, off the heap, all allocated at once. Ports are identified by their index from 0. Not thread-safe.
 */
final class PortTranslationTable implements AutoCloseable {
    static final int NONE = -1;
    static final int ENTRY_BYTES = 24;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfChar CHAR = ValueLayout.JAVA_CHAR;
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final int HIGH = 0;
    private static final int LOW = 8;
    private static final int PORT = 16;
    private static final int NEIGHBOUR = 18;
    /** The index of the next free one plus one; 0 behind the last. */
    private static final int NEXT = 20;

    /** The index of the service plus one; 0 where the port is free. */
    private static final int SERVICE = 22;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment entries;
    private final int ports;
    private final int first;
    /** Of each back-end: the first and the last free one, plus one. */
    private final int[] firstFree;

    private final int[] lastFree;
    /** Start of each back-end's unused ports. */
    private final int[] touched;

    /**
     * @param ports of each back-end, 1 to 64 512
     */
    PortTranslationTable(int backends, int ports, int first) {
        this.ports = ports;
        this.first = first;
        this.firstFree = new int[backends];
        this.lastFree = new int[backends];
        this.touched = new int[backends];
        this.entries = arena.allocate(bytes(backends, ports), Long.BYTES);
    }

    static long bytes(int backends, int ports) {
        return (long) backends * ports * ENTRY_BYTES;
    }

    /** Allocates a port for a client's session; returns its index, or {@link #NONE}. */
    int take(int backend, int service, long high, long low, int port) {
        int index = free(backend);
        if (index != NONE) {
            long at = at(backend, index);
            entries.set(LONG, at + HIGH, high);
            entries.set(LONG, at + LOW, low);
            entries.set(CHAR, at + PORT, (char) port);
            entries.set(BYTE, at + SERVICE, (byte) (service + 1));
        }
        return index;
    }

    private int free(int backend) {
        if (touched[backend] < ports) {
            return (first + touched[backend]++) % ports;
        }
        int index = firstFree[backend] - 1;
        if (index >= 0) {
            firstFree[backend] = entries.get(CHAR, at(backend, index) + NEXT);
        }
        return index;
    }

    void release(int backend, int index) {
        long at = at(backend, index);
        entries.set(BYTE, at + SERVICE, (byte) 0);
        entries.set(CHAR, at + NEXT, (char) 0);
        if (firstFree[backend] == 0) {
            firstFree[backend] = index + 1;
        } else {
            entries.set(CHAR, at(backend, lastFree[backend] - 1) + NEXT, (char) (index + 1));
        }
        lastFree[backend] = index + 1;
    }

    long high(int backend, int index) {
        return entries.get(LONG, at(backend, index) + HIGH);
    }

    long low(int backend, int index) {
        return entries.get(LONG, at(backend, index) + LOW);
    }

    int port(int backend, int index) {
        return entries.get(CHAR, at(backend, index) + PORT);
    }

    /** The service, or -1 where the port is free. */
    int service(int backend, int index) {
        return Byte.toUnsignedInt(entries.get(BYTE, at(backend, index) + SERVICE)) - 1;
    }

    /** From which neighbour the client's last packet came. */
    int neighbour(int backend, int index) {
        return entries.get(CHAR, at(backend, index) + NEIGHBOUR);
    }

    void neighbour(int backend, int index, int number) {
        entries.set(CHAR, at(backend, index) + NEIGHBOUR, (char) number);
    }

    private long at(int backend, int index) {
        return ((long) backend * ports + index) * ENTRY_BYTES;
    }

    @Override
    public void close() {
        arena.close();
    }
}
