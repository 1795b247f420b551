package io.gosling.caching;

/** A decision on the reuse of a stored response for a request. */
public enum ReuseDecision {
    /** It is the answer. */
    SERVE,
    /** It is the answer, though stale, and its origin is asked meanwhile (RFC 5861, section 3). */
    SERVE_AND_VALIDATE,
    /** Its origin is asked whether it still holds, because it is stale. */
    VALIDATE_STALE,
    /** Its origin is asked although it may be fresh: the request wants it. */
    VALIDATE_AS_ASKED,
    NOT_FOR_THIS
}
