package io.gosling.bench.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The last operations, for people who look for what led to a counterexample. Safe for use by many threads. */
final class History {
    private static final int KEPT = 1 << 16;
    private static final int SHOWN = 120;

    /** Something that took a while, about one page or, with null, about everything. */
    private record Event(long began, long ended, Page page, Object what) {}

    private final Event[] events = new Event[KEPT];
    private final long start = System.nanoTime();
    private long count;

    synchronized void add(long began, long ended, Page page, Object what) {
        events[(int) (count++ % KEPT)] = new Event(began, ended, page, what);
    }

    /** Something at this moment that concerns every page. */
    void note(Object what) {
        long now = System.nanoTime();
        add(now, now, null, what);
    }

    /** The latest events of a page, in the order of their ends: their beginnings and ends, in milliseconds. */
    synchronized String about(Page page) {
        List<Event> shown = new ArrayList<>();
        for (long i = count - 1; i >= Math.max(0, count - KEPT) && shown.size() < SHOWN; i--) {
            Event event = events[(int) (i % KEPT)];
            if (event.page() == null || event.page().equals(page)) {
                shown.add(event);
            }
        }
        StringBuilder text = new StringBuilder();
        for (Event event : shown.reversed()) {
            text.append(String.format(
                    Locale.ROOT, "%12.3f %12.3f  %s%n", millis(event.began()), millis(event.ended()), event.what()));
        }
        return text.toString();
    }

    private double millis(long nanos) {
        return (nanos - start) / 1e6;
    }
}
