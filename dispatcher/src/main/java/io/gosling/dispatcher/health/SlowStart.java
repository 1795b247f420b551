package io.gosling.dispatcher.health;

import java.time.Duration;

/**
 * The slow start of a new back-end among others, while its memory is cold and its program not yet warmed up: the part
 * of its full share of requests that it takes, which is the part of the time that has passed. Pure.
 *
 * @param time after which it is over, above zero
 */
public record SlowStart(Duration time, long beganNanos) {
    static final double LEAST = 0.1;

    /** From {@value #LEAST} to 1; 1 is the end. */
    public double share(long nanos) {
        return Math.clamp((double) (nanos - beganNanos) / time.toNanos(), LEAST, 1);
    }
}
