package io.gosling.bench.packet;

import java.util.Map;
import java.util.TreeMap;

/**
 * The resources that a case has used up to a moment, or between two moments.
 *
 * @param dispatcherTicks CPU time of the dispatcher's process; 0 where there is none
 */
record PacketCost(
        long nanos,
        long dispatcherTicks,
        long backendTicks,
        long busyTicks,
        long frames,
        long accepted,
        Map<String, Long> dropped) {
    PacketCost {
        dropped = Map.copyOf(dropped);
    }

    PacketCost since(PacketCost before) {
        Map<String, Long> drops = new TreeMap<>();
        dropped.forEach((why, count) -> {
            long more = count - before.dropped.getOrDefault(why, 0L);
            if (more > 0) {
                drops.put(why, more);
            }
        });
        return new PacketCost(
                nanos - before.nanos,
                dispatcherTicks - before.dispatcherTicks,
                backendTicks - before.backendTicks,
                busyTicks - before.busyTicks,
                frames - before.frames,
                accepted - before.accepted,
                drops);
    }
}
