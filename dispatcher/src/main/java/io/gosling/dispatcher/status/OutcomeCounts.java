package io.gosling.dispatcher.status;

import io.gosling.common.EventCounts;

/** Counters of requests by outcome. Safe for use by many threads. */
public final class OutcomeCounts extends EventCounts<RequestOutcome> {
    public OutcomeCounts() {
        super(RequestOutcome.class, RequestOutcome::label);
    }
}
