package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.backend.BackendFailureReason;
import io.gosling.dispatcher.header.Idempotence;

/**
 * Decides whether a request may be retried after a failed attempt (RFC 9110, section 9.2.2). Pure.
 *
 * @param untouched true if no byte of the request's body has been passed on, and no byte of a response
 * @param made attempts made, including the failed one
 * @param sent attempts that got as far as sending the request
 */
record RetryEligibility(Idempotence repetition, boolean untouched, int made, int sent) {
    /** Back-ends tried for a request that reaches none. */
    private static final int MOST = 4;

    boolean mayTryAgainAfter(BackendFailureReason failure) {
        if (!untouched || made >= MOST) {
            return false;
        }
        boolean idempotent = repetition != Idempotence.HARMFUL;
        return switch (failure) {
            case UNREACHABLE, CROWDED, SHORT, UNPROCESSED -> true;
            case STALE, BROKEN, RESET, UNAVAILABLE -> idempotent && sent <= 1;
            // A frozen or late back-end may still process it, after the client's next request.
            case GONE -> repetition == Idempotence.SAFE;
            case LATE -> repetition == Idempotence.SAFE && sent <= 1;
            case MALFORMED -> false;
        };
    }
}
