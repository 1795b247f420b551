package io.gosling.dispatcher.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which back-end serves a target. It reads the loads of its {@link Cluster} and changes nothing there: the
 * caller counts the request with {@link Cluster#begin} and {@link Cluster#end}.
 *
 * <p>A known target costs no allocation. Not thread-safe; one lock around the policy, its cluster and both calls.
 */
public interface DistributionPolicy {
    /**
     * The back-end for one request.
     *
     * @param target the target's {@linkplain Targets#hash hash}
     * @param nanos monotonic time of the request
     * @return a live server, or null when the cluster is empty
     */
    @Nullable
    Server choose(long target, long nanos);

    /** Targets that the policy remembers, assigned or not; 0 for policies that remember none. */
    default int targets() {
        return 0;
    }

    /** Weighted round robin: fewest active requests for its weight. Looks at load only. */
    static DistributionPolicy weightedRoundRobin(Cluster cluster) {
        return new WeightedRoundRobin(cluster);
    }

    /** Each target always on the same back-end, whatever the load. Looks at locality only. */
    static DistributionPolicy localityBased(Cluster cluster) {
        return new LocalityBased(cluster);
    }

    /** LARD: locality until the load is out of balance, one back-end a target. */
    static DistributionPolicy lard(Cluster cluster, LardSettings settings) {
        return new Lard(cluster, settings);
    }

    /** LARD/R: as LARD, and a target that is too much for one back-end is served by several. */
    static DistributionPolicy lardReplicated(Cluster cluster, LardSettings settings) {
        return new LardReplicated(cluster, settings);
    }

    /** The names that {@link #named} understands, the default first. */
    static List<String> names() {
        return List.of("lard-r", "lard", "lb", "wrr");
    }

    /**
     * The policy of this name.
     *
     * @throws IllegalArgumentException for a name that is not in {@link #names}
     */
    static DistributionPolicy named(String name, Cluster cluster, LardSettings settings) {
        return switch (name) {
            case "wrr" -> weightedRoundRobin(cluster);
            case "lb" -> localityBased(cluster);
            case "lard" -> lard(cluster, settings);
            case "lard-r" -> lardReplicated(cluster, settings);
            default ->
                throw new IllegalArgumentException(
                        "policy \"" + name + "\" is not known; choose one of " + String.join(", ", names()));
        };
    }
}
