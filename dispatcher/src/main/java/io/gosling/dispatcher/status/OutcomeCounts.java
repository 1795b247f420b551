package io.gosling.dispatcher.status;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counters of requests by outcome. Safe for use by many threads. */
public final class OutcomeCounts {
    private final Map<RequestOutcome, LongAdder> counts = new EnumMap<>(RequestOutcome.class);

    public OutcomeCounts() {
        for (RequestOutcome outcome : RequestOutcome.values()) {
            counts.put(outcome, new LongAdder());
        }
    }

    public void count(RequestOutcome outcome) {
        LongAdder count = counts.get(outcome);
        if (count != null) {
            count.increment();
        }
    }

    /** The counts by {@link RequestOutcome#label}, in the order of declaration. */
    public Map<String, Long> snapshot() {
        Map<String, Long> snapshot = new LinkedHashMap<>();
        counts.forEach((outcome, count) -> snapshot.put(outcome.label(), count.sum()));
        return snapshot;
    }
}
