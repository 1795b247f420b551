package io.gosling.dispatcher.policy;

/**
 * Parameters of the policies.
 *
 * @param lard thresholds and table
 * @param bound e: the excess over the average load that a back-end may have, for policies that bound it; 0.01 to 10
 * @param missCost C_miss of extended LARD: the additional load that a back-end with the object in memory may have
 *     before another one reads the object; 0 to 100 000
 * @param nodeBytes the memory that LB/GC assumes of a back-end of weight 1, 64 KiB to 1 PiB
 */
public record PolicySettings(LardSettings lard, double bound, double missCost, long nodeBytes) {
    /** Beyond the thresholds: a quarter above the average, 50, and 256 MiB. */
    public PolicySettings(LardSettings lard) {
        this(lard, 0.25, 50, 256L << 20);
    }

    public PolicySettings {
        require(bound >= 0.01 && bound <= 10, "bound", bound, "0.01 to 10");
        require(missCost >= 0 && missCost <= 100_000, "cost of a miss", missCost, "0 to 100000");
        require(nodeBytes >= 64 << 10 && nodeBytes <= 1L << 50, "memory of a node", nodeBytes, "65536 to 2^50");
    }

    /** These settings with other thresholds. */
    public PolicySettings withLard(LardSettings thresholds) {
        return new PolicySettings(thresholds, bound, missCost, nodeBytes);
    }

    /** Not in {@code Bounds}: policies depend on the JDK only. */
    static void require(boolean holds, String setting, Object value, String expected) {
        if (!holds) {
            throw new IllegalArgumentException(setting + " is " + value + "; it must be " + expected);
        }
    }
}
