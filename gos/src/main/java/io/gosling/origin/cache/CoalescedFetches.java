package io.gosling.origin.cache;

import io.gosling.document.Ticker;
import io.gosling.gos.space.ClusterFetchState;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The requests to an origin that others may wait for: at most one for each key. Safe for use by many threads. */
record CoalescedFetches(
        ConcurrentHashMap<String, CoalescedFetch> flights,
        ConcurrentHashMap<Long, CoalescedFetch> numbered,
        Ticker ticker,
        long longestNanos) {
    /** Creates the table; {@code longest} is the time after which no request joins a fetch, null for none. */
    CoalescedFetches(Ticker ticker, @Nullable Duration longest) {
        this(
                new ConcurrentHashMap<>(),
                new ConcurrentHashMap<>(),
                ticker,
                longest == null ? Long.MAX_VALUE : longest.toNanos());
    }

    /** Joins the current fetch; null when that is {@code mine}. Purged and overdue ones are not joined. */
    @Nullable
    CoalescedFetch join(String key, CoalescedFetch mine) {
        CoalescedFetch other = current(key, mine);
        while (other != null && !other.enter()) {
            // It has just ended.
            other = current(key, mine);
        }
        return other;
    }

    /** The current fetch; null when that is {@code mine}. */
    @Nullable
    CoalescedFetch current(String key, CoalescedFetch mine) {
        mine.beginsAt(ticker.nanos());
        CoalescedFetch joined =
                flights.compute(key, (same, there) -> there != null && isJoinable(there) ? there : mine);
        return joined.equals(mine) ? null : joined;
    }

    private boolean isJoinable(CoalescedFetch flight) {
        return flight.isUntouched() && !flight.isOverdue(ticker.nanos(), longestNanos);
    }

    boolean isUnderWay(String key) {
        CoalescedFetch flight = flights.get(key);
        return flight != null && isJoinable(flight);
    }

    void share(CoalescedFetch flight, ClusterFetchState sharing) {
        flight.sharedAs(sharing);
        numbered.put(sharing.mine().number(), flight);
    }

    /** The fetch that other nodes know by this number; null when it has ended, or is overdue. Not entered. */
    @Nullable
    CoalescedFetch numbered(long number) {
        CoalescedFetch flight = numbered.get(number);
        return flight == null || flight.isOverdue(ticker.nanos(), longestNanos) ? null : flight;
    }

    void end(String key, CoalescedFetch flight) {
        flights.remove(key, flight);
        numbered.remove(flight.number());
        flight.say(new CoalescedFetch.Outcome.Apart());
        flight.leave();
    }
}
