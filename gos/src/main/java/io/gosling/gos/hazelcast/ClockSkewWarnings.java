package io.gosling.gos.hazelcast;

import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;

/**
 * Compares the clock of this machine with that of the oldest member, which Hazelcast learns from each of its
 * heartbeats, and logs a difference. Belongs to one thread at a time.
 */
final class ClockSkewWarnings {
    private static final Logger LOG = System.getLogger(ClusterMembership.class.getName());

    private static final long TOLERATED_MILLIS = 2_000;

    /** Consecutive differences after which it is logged: what a node reads that stood still is one too. */
    private static final int DIFFERENCES = 2;

    private final String node;
    private int differences;

    ClockSkewWarnings(String node) {
        this.node = node;
    }

    void look(Cluster cluster) {
        Member oldest = cluster.getMembers().iterator().next();
        String name = oldest.getAttribute(MemberAttributeCodec.NAME);
        look(name == null ? oldest.getAddress().toString() : name, ahead(cluster));
    }

    private static long ahead(Cluster cluster) {
        return System.currentTimeMillis() - cluster.getClusterTime();
    }

    /** Takes a difference in milliseconds, positive if the clock is ahead of that of the oldest member. */
    void look(String oldest, long ahead) {
        differences = Math.abs(ahead) < TOLERATED_MILLIS ? 0 : differences + 1;
        if (differences == DIFFERENCES) {
            LOG.log(
                    Level.WARNING,
                    () -> String.format(
                            Locale.ROOT,
                            "%s: the clock of this machine is %.1f s %s that of %s; expected less than %d s. Dates and"
                                    + " ages of responses follow it, so what members share counts as older or newer"
                                    + " than it is: set the clocks of all members, for example by NTP",
                            node,
                            Math.abs(ahead) / 1000.0,
                            ahead > 0 ? "ahead of" : "behind",
                            oldest,
                            TOLERATED_MILLIS / 1000));
        }
    }
}
