package io.gosling.dispatcher;

import java.util.List;
import java.util.Map;

/**
 * A front-end at one moment.
 *
 * @param policy the policy's name
 * @param admissionLimit S: requests in the cluster at a time
 * @param active requests in the cluster now; those on back-ends that take no more are among them, and keep nobody out
 * @param lasting tunnels and streams of events that are open, and what was sent away a moment ago: load, but no requests that
 *     the admission limit counts
 * @param queued requests waiting to be let in
 * @param targets rows of the target table
 * @param connections clients' connections open
 * @param outcomes how many requests ended in each way since the start, by the name of the {@link Outcome}
 * @param repeated requests that were sent to another back-end since the start because the first took long or broke off
 * @param denied requests that would have been, had the budget allowed it
 * @param panic whether so few back-ends are well that checks are not believed
 * @param backends every back-end the source names, by name
 */
public record FrontEndStatus(
        String policy,
        int admissionLimit,
        int active,
        int lasting,
        int queued,
        int targets,
        int connections,
        Map<String, Long> outcomes,
        long repeated,
        long denied,
        boolean panic,
        List<BackendStatus> backends) {

    /**
     * One back-end.
     *
     * @param state {@code ready}, {@code draining}, or {@code down} while it takes no requests for the sake of its health
     *     or one request tries it
     * @param health what requests and checks have found
     * @param share of its place that it takes while it is new, above 0; 1 otherwise
     * @param load requests assigned and not completed
     * @param requests attempts made on it since it appeared
     * @param failures attempts that brought no response
     * @param ejections how often it was left alone
     * @param checksPassed checks that found it well
     * @param checksFailed checks that did not
     */
    public record BackendStatus(
            String name,
            String address,
            double weight,
            String state,
            Health health,
            double share,
            int load,
            long requests,
            long failures,
            long ejections,
            long checksPassed,
            long checksFailed) {}
}
