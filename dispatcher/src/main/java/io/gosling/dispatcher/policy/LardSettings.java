package io.gosling.dispatcher.policy;

import java.time.Duration;

/**
 * The thresholds of LARD. Loads are active requests on a back-end of weight 1.
 *
 * @param low T_low: below it a back-end is likely to have idle resources; at least 1
 * @param high T_high: above it a back-end is likely to answer late; at least {@code low}. For a permitted difference D
 *     of delays between back-ends and a mean service time R, (low + D/R) / 2
 * @param replicaAge K: time after which an unchanged set of back-ends loses a member; positive
 * @param maxTargets entries of the target table; the least recently requested is dropped; 1 to 2^28
 */
public record LardSettings(int low, int high, Duration replicaAge, int maxTargets) {
    private static final int MOST_TARGETS = 1 << 28;

    /** The paper's 25, 65 and 20 s, and a table of a million targets: about 60 MB when full. */
    public static final LardSettings DEFAULT = new LardSettings(25, 65, Duration.ofSeconds(20), 1_000_000);

    public LardSettings {
        PolicySettings.require(low >= 1, "T_low", low, "at least 1");
        PolicySettings.require(high >= low, "T_high", high, "at least T_low, " + low);
        PolicySettings.require(replicaAge.isPositive(), "K", replicaAge, "a positive duration such as 20s");
        PolicySettings.require(
                maxTargets >= 1 && maxTargets <= MOST_TARGETS, "target table", maxTargets, "1 to " + MOST_TARGETS);
    }

    /** These settings with other thresholds. */
    public LardSettings withMarks(int otherLow, int otherHigh) {
        return new LardSettings(otherLow, otherHigh, replicaAge, maxTargets);
    }

    /** These settings with a table of another size. */
    public LardSettings withTargets(int most) {
        return new LardSettings(low, high, replicaAge, most);
    }

    /** The condition of both figures under which a target moves or is replicated. */
    boolean overloaded(Server server, Cluster cluster) {
        return (server.load > high && cluster.anyBelow(low)) || server.load >= 2.0 * high;
    }
}
