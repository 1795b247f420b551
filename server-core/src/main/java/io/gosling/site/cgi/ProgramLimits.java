package io.gosling.site.cgi;

import java.util.concurrent.Semaphore;

/**
 * What programs of all sites together may take.
 *
 * @param places one for each that runs; who finds none is answered 503
 * @param logged bytes that one may say to the log, 0 to 1 MiB; the rest is thrown away
 * @param redirects how often in a row programs may lead one request on to another path of its site, 0 to 100; then 502
 */
public record ProgramLimits(Semaphore places, int logged, int redirects) {
    /** @throws IllegalArgumentException naming the limit, its value and its bounds */
    public ProgramLimits {
        requireWithin("logged", logged, 1 << 20);
        requireWithin("redirects", redirects, 100);
    }

    /** So many programs at a time, 4 KiB of each in the log, and ten redirects in a row. */
    public static ProgramLimits of(int places) {
        return new ProgramLimits(new Semaphore(places), 4 << 10, 10);
    }

    private static void requireWithin(String name, int value, int most) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be from 0 to " + most);
        }
    }
}
