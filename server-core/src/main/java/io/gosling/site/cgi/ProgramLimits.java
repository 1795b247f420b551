package io.gosling.site.cgi;

import java.util.concurrent.Semaphore;

/**
 * Limits on the programs of all sites together.
 *
 * @param places one for each that runs; a request that finds none is answered 503
 * @param logged bytes that one may write to the log, 0 to 1 MiB; the rest is discarded
 * @param redirects how often in a row programs may redirect one request to another path of its site, 0 to 100; then 502
 */
public record ProgramLimits(Semaphore places, int logged, int redirects) {
    /** @throws IllegalArgumentException naming the limit, its value and its bounds */
    public ProgramLimits {
        requireWithin("logged", logged, 1 << 20);
        requireWithin("redirects", redirects, 100);
    }

    /** The defaults for so many programs at a time: 4 KiB of each in the log, and ten redirects in a row. */
    public static ProgramLimits of(int places) {
        return new ProgramLimits(new Semaphore(places), 4 << 10, 10);
    }

    private static void requireWithin(String name, int value, int most) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be from 0 to " + most);
        }
    }
}
