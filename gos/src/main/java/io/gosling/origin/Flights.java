package io.gosling.origin;

import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The requests to an origin that others may wait for: at most one for each key. Safe for use by many threads. */
final class Flights {
    private final ConcurrentHashMap<String, Flight> flights = new ConcurrentHashMap<>();

    /** The flight that the caller is to join, or null when {@code mine} is the one now. */
    @Nullable
    Flight join(String key, Flight mine) {
        return flights.putIfAbsent(key, mine);
    }

    /** Ends a flight; whoever still waits goes for itself. */
    void end(String key, Flight flight) {
        flights.remove(key, flight);
        flight.say(new Flight.Outcome.Apart());
    }

    /** Nobody joins the flights to a URL any more, in whatever variant; whoever has joined stays. */
    void leave(String url) {
        String variants = UrlNotes.variantsOf(url);
        flights.keySet().removeIf(key -> key.equals(url) || key.startsWith(variants));
    }

    int inProgress() {
        return flights.size();
    }
}
