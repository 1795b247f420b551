package io.gosling.dispatcher.health;

/**
 * How much of a cluster may be taken for unwell. Pure.
 *
 * @param mostEjected per cent of the back-ends that may be left alone at a time for failed requests, 0 to 100; one always
 *     may, unless it is 0
 * @param panic per cent of the back-ends below which the well ones are too few, 0 to 100: then it is likelier that
 *     whoever judges is wrong, or that those that are left go under too. 0 for never
 */
public record Shares(int mostEjected, int panic) {
    public Shares {
        Bounds.require("percentage that may be left alone", mostEjected, 0, 100);
        Bounds.require("percentage of panic", panic, 0, 100);
    }

    /** All may be left alone; panic below half. */
    public static Shares defaults() {
        return new Shares(100, 50);
    }

    /**
     * Whether one more may be left alone.
     *
     * @param ejected how many are
     * @param all how many there are, that one included
     */
    public boolean mayEject(int ejected, int all) {
        int most = mostEjected == 0 ? 0 : Math.max(1, all * mostEjected / 100);
        return ejected < most;
    }

    /**
     * Whether there is panic.
     *
     * @param well how many back-ends are well
     * @param all how many are to take requests as far as they say themselves
     */
    public boolean panics(int well, int all) {
        return (long) well * 100 < (long) all * panic;
    }
}
