package io.gosling.gos.repository;

/** The result of a put. */
public sealed interface PutResult extends ObjectResult
        permits PutResult.Stored, PutResult.Full, PutResult.Conflict, ObjectResult.Unavailable {
    /** It is done, and this is its version: higher than that of any put before it. */
    record Stored(long version) implements PutResult {}

    /** The home's quota is used up; nothing was changed. */
    record Full() implements PutResult {}

    /**
     * The condition did not hold; nothing was changed.
     *
     * @param version of the present object, 0 when there is none
     */
    record Conflict(long version) implements PutResult {}
}
