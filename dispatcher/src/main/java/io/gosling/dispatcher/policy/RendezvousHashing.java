package io.gosling.dispatcher.policy;

import org.jspecify.annotations.Nullable;

/**
 * LB (Pai et al. 1998, section 2): a hash of the routing key names the back-end, whatever the loads. The hash names a
 * slot, and the slot a server, by weighted rendezvous hashing (Thaler and Ravishankar 1998; Schindelhauer and Schomaker
 * 2005): with u a number in (0, 1) drawn from slot and server, the server with the greatest ln(u) / weight has the
 * slot. One that leaves gives away only its own slots, one that joins takes only its share. The server's name is what
 * is hashed, so several front-ends agree.
 *
 * <p>Winners are kept: a question costs one look, however many servers there are; a join looks at each slot once. With
 * 65 536 slots the shares of 16 servers lie within about 2 % of their weights, those of 1000 within about 12 %. Not
 * thread-safe.
 */
final class RendezvousHashing implements DistributionPolicy, MembershipListener {
    private static final int COUNT = 1 << 16;

    private final LiveBackends cluster;
    private final @Nullable PolicyBackend[] owners = new PolicyBackend[COUNT];
    private final double[] scores = new double[COUNT];

    RendezvousHashing(LiveBackends cluster) {
        this.cluster = cluster;
        cluster.watch(this);
    }

    @Override
    public @Nullable PolicyBackend choose(long routingKey, long nanos) {
        return owners[(int) (RoutingKeyHash.mix(routingKey) >>> 48)];
    }

    @Override
    public void joined(PolicyBackend server) {
        for (int slot = 0; slot < COUNT; slot++) {
            offer(slot, server);
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a server is itself and nothing else
    public void left(PolicyBackend server) {
        for (int slot = 0; slot < COUNT; slot++) {
            if (owners[slot] == server) {
                reassign(slot);
            }
        }
    }

    private void reassign(int slot) {
        owners[slot] = null;
        for (int at = 0; at < cluster.size(); at++) {
            offer(slot, cluster.at(at));
        }
    }

    /** Reassigns its slots, and competes for those of others. */
    @Override
    @SuppressWarnings("ReferenceEquality") // a server is itself and nothing else
    public void reweighed(PolicyBackend server) {
        for (int slot = 0; slot < COUNT; slot++) {
            if (owners[slot] == server) {
                reassign(slot);
            } else {
                offer(slot, server);
            }
        }
    }

    /** The server with the greatest score for a routing key itself, without slots; null when there is none. */
    static @Nullable PolicyBackend first(LiveBackends cluster, long routingKey) {
        PolicyBackend first = null;
        double highest = Double.NEGATIVE_INFINITY;
        for (int at = 0; at < cluster.size(); at++) {
            PolicyBackend server = cluster.at(at);
            double score = score(routingKey, server);
            if (score > highest) {
                first = server;
                highest = score;
            }
        }
        return first;
    }

    private static double score(long number, PolicyBackend server) {
        return Math.log(fraction(RoutingKeyHash.mix(number) ^ server.seed)) / server.weight();
    }

    private void offer(int slot, PolicyBackend server) {
        double score = score(slot, server);
        if (owners[slot] == null || score > scores[slot]) {
            owners[slot] = server;
            scores[slot] = score;
        }
    }

    /** A number strictly between 0 and 1 from the 53 upper bits of a mixed hash. */
    private static double fraction(long hash) {
        return ((RoutingKeyHash.mix(hash) >>> 11) + 0.5) * 0x1p-53;
    }
}
