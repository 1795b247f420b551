package io.gosling.dispatcher.policy;

import org.jspecify.annotations.Nullable;

/**
 * Decides which back-end serves a target. It reads the loads of its {@link Cluster} and changes nothing there: the
 * caller counts the request with {@link Cluster#begin} and {@link Cluster#end}.
 *
 * <p>Which there are: {@link Policies}. A known target costs no allocation. Not thread-safe; one lock around the policy, its cluster and both calls.
 */
public interface DistributionPolicy {
    /**
     * The back-end for one request.
     *
     * @param target the target's {@linkplain RoutingKeys#hash hash}
     * @param nanos monotonic time of the request
     * @return a live server, or null when the cluster is empty
     */
    @Nullable
    Server choose(long target, long nanos);

    /**
     * Whether choices go by {@link Server#load}, so that a server of which {@linkplain Cluster#share less is to be taken} gets
     * less by itself; whom other policies choose too often, others stand in for.
     */
    default boolean goesByLoad() {
        return false;
    }

    /** Whether {@link #answered} does anything. */
    default boolean listens() {
        return false;
    }

    /**
     * A back-end has answered a request that had no body, and not with an error of its own.
     *
     * @param server where the request was; it may have left since
     * @param bytes of the target, or -1 where the answer does not tell
     * @param tookNanos from the choice to the answer's header
     * @param nanos monotonic time of the answer
     */
    default void answered(long target, Server server, CacheResult cached, long bytes, long tookNanos, long nanos) {}

    /**
     * A back-end is said to hold a target, as before this front-end began. Of no account to policies that remember no targets,
     * and for targets that have their back-end already, where one can have one only.
     *
     * @param server a live one
     * @param nanos monotonic time of now
     */
    default void holds(long target, Server server, long nanos) {}

    /** Other marks from now on, but for K and the size of the table, which stay. */
    default void tuned(LardSettings marks) {}

    /** Targets that the policy remembers, assigned or not; 0 for policies that remember none. */
    default int targets() {
        return 0;
    }
}
