package io.gosling.dispatcher.balancer;

/** The outcome of a request's admission to the cluster. */
public sealed interface AdmissionResult {
    record Assigned(BackendState member) implements AdmissionResult {}

    /** The request waits; its {@link AdmissionTicket.Waiter} will be notified. */
    record Waits() implements AdmissionResult {}

    record Refused(String reason) implements AdmissionResult {}
}
