package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.health.SlowStart;
import io.gosling.dispatcher.policy.ReportedCacheResult;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the back-ends that are in slow start, and the hit ratio of the others. A back-end that joins when there is no
 * other needs no slow start. Not thread-safe; guarded by {@link AdmissionController}, but for {@link #any}.
 */
final class SlowStartTracker {
    private static final int MEMORY = 100;

    private final Duration time;
    private int heard;
    private double hits;
    private int count;
    private volatile boolean any;

    /** @param time zero for no slow start */
    SlowStartTracker(Duration time) {
        this.time = time;
    }

    /** Returns true if any back-end is in slow start. Any thread. */
    boolean any() {
        return any;
    }

    /** Adds a back-end; {@code amongOthers} is false if it replaces missing ones. */
    void joined(BackendState member, boolean amongOthers, long nanos) {
        if (amongOthers && !time.isZero()) {
            begin(member, new SlowStart(time, nanos));
        }
    }

    void left(BackendState member) {
        begin(member, null);
    }

    private void begin(BackendState member, @Nullable SlowStart next) {
        count += (next == null ? 0 : 1) - (member.slow == null ? 0 : 1);
        any = count > 0;
        member.slow = next;
    }

    double share(BackendState member, long nanos) {
        SlowStart slow = member.slow;
        if (slow == null) {
            return 1;
        }
        double share = slow.share(nanos);
        if (share >= 1) {
            left(member);
        }
        return share;
    }

    void heard(BackendState member, ReportedCacheResult cached) {
        if (cached == ReportedCacheResult.UNKNOWN || !any) {
            return;
        }
        boolean hit = cached == ReportedCacheResult.HIT;
        if (member.slow != null) {
            member.slow.heard(hit, heard == 0 ? -1 : hits);
        } else {
            heard = Math.min(heard + 1, MEMORY);
            hits += ((hit ? 1 : 0) - hits) / heard;
        }
    }
}
