package io.gosling.origin;

import io.gosling.gos.ClusterFill;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The requests to an origin that others may wait for: at most one for each key. Safe for use by many threads. */
final class Flights {
    private final ConcurrentHashMap<String, Flight> flights = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Long, Flight> numbered = new ConcurrentHashMap<>();

    /**
     * The flight that the caller is to join, or null when {@code mine} is the one now. Nobody joins one that began before
     * something was changed or purged that it may bring.
     */
    @Nullable
    Flight join(String key, Flight mine) {
        Flight joined = flights.compute(key, (same, there) -> there != null && there.isUntouched() ? there : mine);
        return joined.equals(mine) ? null : joined;
    }

    /** Other nodes may name it from now on. */
    void share(Flight flight, ClusterFill fill) {
        flight.sharedAs(fill);
        numbered.put(fill.mine().number(), flight);
    }

    /** The flight that other nodes know by this number; null when it has ended. */
    @Nullable
    Flight numbered(long number) {
        return numbered.get(number);
    }

    /** Ends a flight; whoever still waits goes for itself. */
    void end(String key, Flight flight) {
        flights.remove(key, flight);
        numbered.remove(flight.number());
        flight.say(new Flight.Outcome.Apart());
    }

    int inProgress() {
        return flights.size();
    }
}
