package io.gosling.dispatcher.packet;

import java.util.concurrent.atomic.AtomicLongArray;

/** Counters with one writing thread, readable by any other, without the cost of synchronisation. */
final class SingleWriterCounters {
    private final AtomicLongArray numbers;

    SingleWriterCounters(int size) {
        numbers = new AtomicLongArray(size);
    }

    void add(int which, long more) {
        numbers.setOpaque(which, numbers.getPlain(which) + more);
    }

    long get(int which) {
        return numbers.getOpaque(which);
    }
}
