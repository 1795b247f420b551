package io.gosling.dispatcher.status;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How many requests ended in each way. Safe for use by many threads. */
public final class Outcomes {
    private final Map<Outcome, LongAdder> counts = new EnumMap<>(Outcome.class);

    public Outcomes() {
        for (Outcome outcome : Outcome.values()) {
            counts.put(outcome, new LongAdder());
        }
    }

    public void count(Outcome outcome) {
        LongAdder count = counts.get(outcome);
        if (count != null) {
            count.increment();
        }
    }

    /** The counts by {@link Outcome#label}, in the order of declaration. */
    public Map<String, Long> snapshot() {
        Map<String, Long> snapshot = new LinkedHashMap<>();
        counts.forEach((outcome, count) -> snapshot.put(outcome.label(), count.sum()));
        return snapshot;
    }
}
