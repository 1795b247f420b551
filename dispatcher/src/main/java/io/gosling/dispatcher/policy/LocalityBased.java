package io.gosling.dispatcher.policy;

import org.jspecify.annotations.Nullable;

/**
 * LB (Pai et al. 1998, section 2): a hash of the target names the back-end, whatever the loads.
 *
 * <p>The hash is weighted rendezvous hashing: with u a number in (0, 1) drawn from target and server, the server with
 * the greatest ln(u) / weight takes the target. A server that leaves moves only its own targets, one that joins takes
 * only its share. The server's name is what is hashed, so several front-ends agree.
 */
final class LocalityBased implements DistributionPolicy {
    private final Cluster cluster;

    LocalityBased(Cluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public @Nullable Server choose(long target, long nanos) {
        Server best = null;
        double most = Double.NEGATIVE_INFINITY;
        for (int at = 0; at < cluster.size(); at++) {
            Server server = cluster.at(at);
            double score = Math.log(fraction(target ^ server.seed)) / server.weight();
            if (score > most) {
                most = score;
                best = server;
            }
        }
        return best;
    }

    /** A number strictly between 0 and 1 from the 53 upper bits of a mixed hash. */
    private static double fraction(long hash) {
        return ((Targets.mix(hash) >>> 11) + 0.5) * 0x1p-53;
    }
}
