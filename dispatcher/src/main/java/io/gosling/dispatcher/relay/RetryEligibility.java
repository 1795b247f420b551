package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.backend.BackendFailure;
import io.gosling.dispatcher.header.Idempotence;

/**
 * Whether a request may be tried again after a failed attempt (RFC 9110, section 9.2.2). Pure.
 *
 * @param repetition what comes of doing it twice
 * @param untouched no byte of the request's body has been passed on, and no byte of a response
 * @param made attempts made, the failed one included
 * @param sent how many of them got as far as sending the request
 */
record RetryEligibility(Idempotence repetition, boolean untouched, int made, int sent) {
    /** A request that finds nobody is tried on this many back-ends. */
    private static final int MOST = 4;

    boolean mayTryAgainAfter(BackendFailure failure) {
        if (!untouched || made >= MOST) {
            return false;
        }
        boolean idempotent = repetition != Idempotence.HARMFUL;
        return switch (failure) {
            case UNREACHABLE, CROWDED, SHORT, UNPROCESSED -> true;
            case STALE, BROKEN, RESET -> idempotent && sent <= 1;
            // Who is frozen or late may still do it, after whatever the client does next.
            case GONE -> repetition == Idempotence.SAFE;
            case LATE -> repetition == Idempotence.SAFE && sent <= 1;
            case MALFORMED -> false;
        };
    }
}
