package io.gosling.dispatcher.handoff;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What became of handoffs, and how long they took. Safe for use by many threads, without locks. */
public final class HandoffCounts {
    private static final double[] BOUNDS = {
        0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, Double.POSITIVE_INFINITY
    };

    private final Map<HandoffOutcome, LongAdder> outcomes = new EnumMap<>(HandoffOutcome.class);
    private final LongAdder[] times = new LongAdder[BOUNDS.length];
    private final LongAdder nanos = new LongAdder();
    private final LongAdder held = new LongAdder();
    private final LongAdder cameBack = new LongAdder();
    private final LongAdder stayed = new LongAdder();

    HandoffCounts() {
        for (HandoffOutcome outcome : HandoffOutcome.values()) {
            outcomes.put(outcome, new LongAdder());
        }
        for (int i = 0; i < times.length; i++) {
            times[i] = new LongAdder();
        }
    }

    void count(HandoffOutcome outcome) {
        LongAdder count = outcomes.get(outcome);
        if (count != null) {
            count.increment();
        }
    }

    /** A node has taken a connection that was offered so long ago. */
    void taken(long afterNanos) {
        count(HandoffOutcome.TAKEN);
        int bucket = 0;
        while (afterNanos > BOUNDS[bucket] * 1e9) {
            bucket++;
        }
        times[bucket].increment();
        nanos.add(afterNanos);
    }

    void held(int more) {
        held.add(more);
    }

    /** A node has brought a connection back. */
    void cameBack() {
        cameBack.increment();
    }

    /** A node would have brought one back for which there was no room. */
    void stayed() {
        stayed.increment();
    }

    /** Connections that nodes have brought back, each time. */
    public long back() {
        return cameBack.sum();
    }

    /** Connections that nodes have offered to bring back and were left, since there was no room for them. */
    public long left() {
        return stayed.sum();
    }

    /** How often that was. */
    public long of(HandoffOutcome outcome) {
        LongAdder count = outcomes.get(outcome);
        return count == null ? 0 : count.sum();
    }

    /** Connections that nodes hold now. */
    public long held() {
        return held.sum();
    }

    /** Upper bounds in seconds of the times from offering to having been taken, the last one infinite. */
    public static double[] bounds() {
        return BOUNDS.clone();
    }

    /** How many times are within each bound and not within the one before. */
    public long[] times() {
        long[] counts = new long[times.length];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = times[i].sum();
        }
        return counts;
    }

    /** All those times together. */
    public double seconds() {
        return nanos.sum() / 1e9;
    }
}
