package io.gosling.dispatcher.health;

import io.gosling.common.Bounds;

/**
 * Bounds of the share of back-ends that may be unhealthy. Pure.
 *
 * @param mostEjected percentage of the back-ends that may be ejected at a time for failed requests, 0 to 100; one
 *     always may, unless it is 0
 * @param panic panic threshold: percentage of the back-ends below which too few are healthy, 0 to 100. Then it is
 *     likelier that the front-end is wrong, or that the remaining back-ends would be overloaded too. 0 for never
 */
public record Shares(int mostEjected, int panic) {
    public Shares {
        Bounds.require("percentage that may be left alone", mostEjected, 0, 100);
        Bounds.require("percentage of panic", panic, 0, 100);
    }

    /** All may be ejected; panic below half. */
    public static Shares defaults() {
        return new Shares(100, 50);
    }

    /**
     * Returns true if one more may be ejected.
     *
     * @param ejected number of ejected back-ends
     * @param all number of all back-ends, that one included
     */
    public boolean mayEject(int ejected, int all) {
        int most = mostEjected == 0 ? 0 : Math.max(1, all * mostEjected / 100);
        return ejected < most;
    }

    /**
     * Returns true if there is panic.
     *
     * @param well number of healthy back-ends
     * @param all number of back-ends that are ready to take requests by their own account
     */
    public boolean panics(int well, int all) {
        return (long) well * 100 < (long) all * panic;
    }
}
