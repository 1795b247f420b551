package io.gosling.netty.limits;

import java.util.concurrent.atomic.LongAdder;

/** Counters of how often each limit was reached. Updated by event loops and exchanges, without lock or allocation. */
public final class LimitCounts {
    private final LongAdder[] counts = new LongAdder[LimitKind.values().length];

    public LimitCounts() {
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    public void hit(LimitKind limit) {
        counts[limit.ordinal()].increment();
    }

    /** Counts the limit that the status of a refused request stands for, if it stands for one. */
    public void refused(int status) {
        switch (status) {
            case 408 -> hit(LimitKind.HEADER_TIME);
            case 413 -> hit(LimitKind.BODY);
            case 414 -> hit(LimitKind.REQUEST_LINE);
            case 431 -> hit(LimitKind.HEADER);
            default -> {}
        }
    }

    public long of(LimitKind limit) {
        return counts[limit.ordinal()].sum();
    }
}
