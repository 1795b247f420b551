package io.gosling.node.content;

import java.util.concurrent.Semaphore;

/**
 * Places whose number may change while some are taken: where more are than there now may be, nobody gets one until enough
 * were given back. Taken by many threads; the number is changed by one at a time.
 */
final class AdjustableSemaphore extends Semaphore {
    private static final long serialVersionUID = 1;

    private int number;

    AdjustableSemaphore(int number) {
        super(number);
        this.number = number;
    }

    /** Another number from now on. */
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
