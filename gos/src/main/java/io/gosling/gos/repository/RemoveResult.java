package io.gosling.gos.repository;

/** The result of a remove. */
public sealed interface RemoveResult extends ObjectResult
        permits RemoveResult.Removed, RemoveResult.Missing, RemoveResult.Conflict, ObjectResult.Unavailable {
    record Removed() implements RemoveResult {}

    record Missing() implements RemoveResult {}

    /** The condition did not hold; nothing was changed. */
    record Conflict(long version) implements RemoveResult {}
}
