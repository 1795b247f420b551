package io.gosling.site.compression;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The number of answers of this process that are being compressed while they are sent, each with some 256 KiB of native
 * memory. Safe for use by many threads.
 */
final class CompressionSlots {
    /** Beyond it, answers are sent as they are: some 256 MiB. */
    static final int MOST = 1024;

    private static final AtomicInteger TAKEN = new AtomicInteger();

    private CompressionSlots() {}

    /** Takes a place. Returns false, without one, where all are taken. */
    static boolean tryTake() {
        return TAKEN.getAndUpdate(taken -> taken < MOST ? taken + 1 : taken) < MOST;
    }

    /** Takes a place for what is announced as compressed already: one too many, if need be. */
    static void take() {
        TAKEN.incrementAndGet();
    }

    static void giveBack() {
        TAKEN.decrementAndGet();
    }

    static int taken() {
        return TAKEN.get();
    }
}
