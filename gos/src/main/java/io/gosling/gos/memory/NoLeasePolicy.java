package io.gosling.gos.memory;

/** The handling of a fresh copy of a response while no quorum vouches that it was not purged. */
public enum NoLeasePolicy {
    /** Its origin is asked whether it still holds: as fresh as the origin, at the cost of a request to it. */
    ASK,
    /** The request is refused, so that an origin that all nodes ask at once is spared. */
    REFUSE,
    /** It is served and marked, though a purge that is complete elsewhere may select it. */
    SERVE
}
