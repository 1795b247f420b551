package io.gosling.dispatcher;

import java.util.List;
import java.util.Map;

/**
 * A front-end at one moment.
 *
 * @param policy the policy's name
 * @param admissionLimit S: requests in the cluster at a time
 * @param active requests in the cluster now
 * @param queued requests waiting to be let in
 * @param targets rows of the target table
 * @param connections clients' connections open
 * @param outcomes how many requests ended in each way since the start, by the name of the {@link Outcome}
 * @param repeated requests that were sent to a second back-end since the start because the first took long
 * @param backends every back-end the source names, by name
 */
public record FrontEndStatus(
        String policy,
        int admissionLimit,
        int active,
        int queued,
        int targets,
        int connections,
        Map<String, Long> outcomes,
        long repeated,
        List<BackendStatus> backends) {

    /**
     * One back-end.
     *
     * @param state {@code ready}, {@code draining}, or {@code down} while it is left alone after failures or one
     *     request tries it
     * @param load requests assigned and not completed
     * @param requests attempts made on it since it appeared
     * @param failures attempts that brought no response
     */
    public record BackendStatus(
            String name, String address, double weight, String state, int load, long requests, long failures) {}
}
