package io.gosling.dispatcher.balancer;

/** What becomes of a request that wants into the cluster. */
public sealed interface Verdict {
    /** It is in, on this back-end. */
    record Assigned(Member member) implements Verdict {}

    /** It waits; its {@link Ticket.Waiter} will hear. */
    record Waits() implements Verdict {}

    /** It is not let in. */
    record Refused(String reason) implements Verdict {}
}
