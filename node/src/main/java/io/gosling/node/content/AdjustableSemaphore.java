package io.gosling.node.content;

import java.util.concurrent.Semaphore;

/**
 * A semaphore whose number of permits may change while some are taken: if more are taken than now exist, none is
 * granted until enough were released. Used by many threads; the number is changed by one thread at a time.
 */
final class AdjustableSemaphore extends Semaphore {
    private static final long serialVersionUID = 1;

    private int number;

    AdjustableSemaphore(int number) {
        super(number);
        this.number = number;
    }

    /** Changes the number of permits. */
    void change(int other) {
        int more = other - number;
        if (more > 0) {
            release(more);
        } else {
            reducePermits(-more);
        }
        number = other;
    }
}
