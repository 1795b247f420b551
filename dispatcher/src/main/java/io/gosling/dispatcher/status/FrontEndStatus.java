package io.gosling.dispatcher.status;

import java.util.List;
import java.util.Map;

/**
 * A front-end at one moment.
 *
 * @param policy the policy's name
 * @param frontEnds that send requests to these back-ends, this one included
 * @param admissionLimit this one's part of S: its requests in the cluster at a time
 * @param active requests in the cluster now; those on back-ends that take no more are among them, and keep nobody out
 * @param paused requests of which only the client is waited for, to send more or to take more: neither load of a back-end, nor
 *     counted by the admission limit
 * @param resuming those of them that wait for a place again, because their client has moved on
 * @param lasting tunnels and streams of events that are open, and what was sent away a moment ago: load, but no requests that
 *     the admission limit counts
 * @param queued requests waiting to be let in
 * @param targets rows of the target table
 * @param connections clients' connections open
 * @param outcomes how many requests ended in each way since the start, by the name of the {@link RequestOutcome}
 * @param repeated requests that were sent to another back-end since the start because the first took long or broke off
 * @param denied requests that would have been, had the budget allowed it
 * @param hedged requests that a second back-end was asked as well, because the first had not begun to answer
 * @param hedgesWon those of them that the second began to answer first
 * @param panic whether so few back-ends are well that checks are not believed
 * @param marks LARD's, from which S follows too
 * @param groups those that rules name, in the order of the rules
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
        int targets,
        int connections,
        Map<String, Long> outcomes,
        long repeated,
        long denied,
        long hedged,
        long hedgesWon,
        boolean panic,
        Marks marks,
        List<GroupStatus> groups,
        List<BackendStatus> backends) {

    /**
     * LARD's marks.
     *
     * @param state {@code set}; {@code training}, while they are what was set and others are looked for; {@code learnt}
     * @param low T_low
     * @param high T_high
     * @param serviceSeconds R: what a busy back-end of weight 1 takes for a request; 0 unless it was learnt
     */
    public record Marks(String state, int low, int high, double serviceSeconds) {}

    /**
     * One group of back-ends.
     *
     * @param backends that belong to it
     * @param ready those of them that take requests
     * @param limit S of those
     * @param active admitted requests on those, whoever they were confined to
     * @param queued requests confined to it that wait
     * @param targets that its policy remembers
     * @param elsewhere requests confined to it that others got since the start
     */
    public record GroupStatus(
            String label, int backends, int ready, int limit, int active, int queued, int targets, long elsewhere) {}

    /**
     * One back-end.
     *
     * @param weight that it has to the policy
     * @param given the weight that its source gives it; another one where weights are learnt
     * @param labels the groups that it says it belongs to, in the order of the alphabet
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
            double given,
            List<String> labels,
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
