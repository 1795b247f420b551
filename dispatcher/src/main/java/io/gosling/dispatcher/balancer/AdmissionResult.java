package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.backend.BackendFailureReason;

/** The outcome of a request's admission to the cluster. */
public sealed interface AdmissionResult {
    record Assigned(BackendState member) implements AdmissionResult {}

    /** The request waits; its {@link AdmissionTicket.Waiter} will be notified. */
    record Waits() implements AdmissionResult {}

    /** @param error as in {@link BackendFailureReason#error} */
    record Refused(String error, String reason) implements AdmissionResult {}
}
