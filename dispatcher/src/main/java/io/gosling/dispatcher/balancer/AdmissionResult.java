package io.gosling.dispatcher.balancer;

/** What becomes of a request that wants into the cluster. */
public sealed interface AdmissionResult {
    /** It is in, on this back-end. */
    record Assigned(BackendState member) implements AdmissionResult {}

    /** It waits; its {@link Ticket.Waiter} will hear. */
    record Waits() implements AdmissionResult {}

    /** It is not let in. */
    record Refused(String reason) implements AdmissionResult {}
}
