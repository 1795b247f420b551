package io.gosling.netty.limits;

import io.gosling.common.EventCounters;

/** Counters of how often each limit was reached. Updated by event loops and exchanges, without lock or allocation. */
public final class LimitCounters extends EventCounters<LimitKind> {
    public LimitCounters() {
        super(LimitKind.class, LimitKind::label);
    }

    public void hit(LimitKind limit) {
        count(limit);
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
}
