package io.gosling.dispatcher.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the back-end for a routing key (a target in the papers). It reads the loads of its {@link LiveBackends} and
 * changes nothing there: the caller counts the request with {@link LiveBackends#begin} and {@link LiveBackends#end}.
 *
 * <p>{@link PolicyName} lists the policies. A known routing key costs no allocation. Not thread-safe; one lock around
 * the policy, its cluster and both calls.
 */
public interface DistributionPolicy {
    /**
     * The back-end for one request.
     *
     * @param routingKey the routing key's {@linkplain RoutingKeyHash#hash hash}
     * @param nanos monotonic time of the request
     * @return a live server, or null when the cluster is empty
     */
    @Nullable
    PolicyBackend choose(long routingKey, long nanos);

    /**
     * Returns true if choices depend on {@link PolicyBackend#load}, so that a server with a {@linkplain
     * LiveBackends#share smaller share} gets less by itself; with other policies, the caller replaces a server that is
     * chosen too often.
     */
    default boolean goesByLoad() {
        return false;
    }

    /** Returns true if {@link #answered} does anything. */
    default boolean listens() {
        return false;
    }

    /**
     * A back-end has answered a request without a body with status 200.
     *
     * @param server that had the request; may have left
     * @param bytes of the object requested under the routing key, or -1 where the answer does not tell
     */
    default void answered(long routingKey, PolicyBackend server, long bytes) {}

    /**
     * Announces that a back-end holds the content of a routing key, for instance from before this front-end started. It
     * has no effect with policies that remember no routing keys, nor for routing keys that have a back-end already if
     * they can have only one.
     *
     * @param server a live one
     * @param nanos monotonic time of now
     */
    default void holds(long routingKey, PolicyBackend server, long nanos) {}

    /**
     * Takes one of the routing keys whose back-ends have changed here while there were {@linkplain
     * LiveBackends#setFrontEnds several front-ends}; null when there is none.
     */
    default @Nullable RoutingKeyAssignment takeChange() {
        return null;
    }

    /**
     * Takes over an assignment of another front-end, as far as its back-ends are live here, unless that here is newer.
     * Of two changes at once all front-ends prefer the same one; one that is behind gets the newer one.
     */
    default void adopt(RoutingKeyAssignment theirs, long nanos) {}

    /**
     * Takes other settings, except {@link PolicySettings#TARGETS}, and keeps what it has learnt; returns false if it
     * cannot.
     */
    default boolean takes(PolicySettings other) {
        return false;
    }

    /** The back-ends that the policy remembers for a routing key, without effect. */
    default List<PolicyBackend> assigned(long routingKey) {
        return List.of();
    }

    /** Routing keys that the policy remembers, assigned or not; 0 for policies that remember none. */
    default int routingKeys() {
        return 0;
    }
}
