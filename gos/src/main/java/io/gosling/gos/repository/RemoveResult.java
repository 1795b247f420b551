package io.gosling.gos.repository;

/** The result of a remove. */
public sealed interface RemoveResult {
    record Removed() implements RemoveResult {}

    record Missing() implements RemoveResult {}

    /** The condition did not hold; nothing was changed. */
    record Conflict(long version) implements RemoveResult {}

    /** The remove was not done as requested, or its result is unknown; the reason says which. */
    record Unavailable(String reason) implements RemoveResult {}
}
