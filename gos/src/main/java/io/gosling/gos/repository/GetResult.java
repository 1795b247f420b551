package io.gosling.gos.repository;

/** The result of a get. */
public sealed interface GetResult extends ObjectResult
        permits GetResult.Found, GetResult.Missing, ObjectResult.Unavailable {
    /** The object, as it was at some moment between question and answer. */
    record Found(long version, StoredContent content) implements GetResult {}

    record Missing() implements GetResult {}
}
