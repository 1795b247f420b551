package io.gosling.dispatcher.policy;

import org.jspecify.annotations.Nullable;

/**
 * LB (Pai et al. 1998, section 2): a hash of the target names the back-end, whatever the loads. The hash is weighted
 * rendezvous hashing, by {@link RendezvousSlots}.
 */
final class LocalityBased implements DistributionPolicy {
    private final RendezvousSlots slots;

    LocalityBased(LiveServers cluster) {
        this.slots = new RendezvousSlots(cluster);
    }

    @Override
    public @Nullable Server choose(long target, long nanos) {
        return slots.of(target);
    }
}
