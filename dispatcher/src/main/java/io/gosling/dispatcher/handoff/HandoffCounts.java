package io.gosling.dispatcher.handoff;

import io.gosling.common.DurationHistogram;
import io.gosling.common.EventCounters;
import io.gosling.dispatcher.steering.PacketSteering;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counters of the outcomes and durations of handoffs. Safe for use by many threads, without locks. */
public final class HandoffCounts extends EventCounters<HandoffOutcome> {
    /** Times from the offer of a connection to the node's confirmation. */
    public final DurationHistogram words = step();

    /** Times of reading a connection's state for another host. */
    public final DurationHistogram dumps = step();

    /** Times of setting up packet redirection. */
    public final DurationHistogram steers = step();

    /** Times that such hosts took to have the connection. */
    public final DurationHistogram restores = step();

    public final LongAdder held = new LongAdder();
    /** Connections that nodes have returned, with repetitions. */
    public final LongAdder back = new LongAdder();
    /** Connections that nodes offered to return without room for them. */
    public final LongAdder left = new LongAdder();
    /** Null where packets are not redirected. */
    private volatile @Nullable PacketSteering steering;

    private static DurationHistogram step() {
        return new DurationHistogram(
                0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5);
    }

    HandoffCounts() {
        super(HandoffOutcome.class, HandoffOutcome::label);
    }

    /** Records a node's confirmation and its delay. */
    void taken(long afterNanos) {
        count(HandoffOutcome.TAKEN);
        words.add(afterNanos);
    }

    void steeredBy(PacketSteering through) {
        steering = through;
    }

    /** Connections whose clients' packets are redirected to other hosts, including recently ended ones. */
    public int flows() {
        PacketSteering through = steering;
        return through == null ? 0 : through.flows();
    }

    public long packets() {
        PacketSteering through = steering;
        return through == null ? 0 : through.packets();
    }

    /** Packets that came for those, or for others, and were lost here before they could be. */
    public long lostPackets() {
        PacketSteering through = steering;
        return through == null ? 0 : through.lost();
    }
}
