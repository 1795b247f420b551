package io.gosling.dispatcher.status;

import java.util.List;
import java.util.Map;

/**
 * A snapshot of a front-end.
 *
 * @param frontEnds number of front-ends that send requests to these back-ends, including this one
 * @param admissionLimit this front-end's part of the admission limit: its requests in the cluster at a time
 * @param active requests in the cluster now; includes those on back-ends that take no more
 * @param paused requests that wait only for their client, to send or to read more: neither load of a back-end, nor
 *     counted for the admission limit
 * @param resuming paused requests that wait for a place again, because their client has continued
 * @param lasting open tunnels and event streams, and recently redirected requests: load, but not counted for the
 *     admission limit
 * @param routingKeys entries of the table of routing keys
 * @param outcomes number of requests by outcome since the start, by the name of the {@link RequestOutcome}
 * @param repeated requests that were sent to another back-end since the start because the first took long,
 *     broke off, or answered with one of {@code relay.retry-statuses}
 * @param denied retries that the budget denied
 * @param panic true if so few back-ends are healthy that checks are ignored
 * @param pools the back-end pools that routes name, in their order
 * @param backends every back-end the source names, by name
 */
public record FrontEndStatus(
        String policy,
        int frontEnds,
        int admissionLimit,
        int active,
        int paused,
        int resuming,
        int lasting,
        int queued,
        int routingKeys,
        int connections,
        Map<String, Long> outcomes,
        long repeated,
        long denied,
        boolean panic,
        List<PoolStatus> pools,
        List<BackendStatus> backends) {

    /**
     * One back-end pool.
     *
     * @param backends that belong to it
     * @param ready those of them that take requests
     * @param limit admission limit of those
     * @param active admitted requests on those of any pool
     * @param routingKeys that its policy remembers
     * @param elsewhere requests confined to it that other back-ends got since the start
     */
    public record PoolStatus(
            String label,
            int backends,
            int ready,
            int limit,
            int active,
            int queued,
            int routingKeys,
            long elsewhere) {}

    /**
     * One back-end.
     *
     * @param weight that it has to the policy
     * @param labels the pools that it belongs to by its own account, in alphabetical order
     * @param state {@code ready}, {@code draining}, or {@code down} while it takes no requests because of its health,
     *     or is half-open
     * @param health the result of requests and checks
     * @param share part of its full share of requests that it takes in slow start, above 0; 1 otherwise
     * @param load requests assigned and not completed
     * @param requests attempts made on it since it appeared
     * @param responses number of its responses by class of status: 1xx (changes of protocol) to 5xx, and other
     */
    public record BackendStatus(
            String name,
            String address,
            double weight,
            List<String> labels,
            String state,
            BackendHealth health,
            double share,
            int load,
            long requests,
            long failures,
            Map<String, Long> responses,
            long ejections,
            CheckCounts checks) {}

    /** Checks of a back-end by whether they found it healthy. */
    public record CheckCounts(long passed, long failed) {}
}
