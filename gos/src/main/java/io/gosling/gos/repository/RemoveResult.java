package io.gosling.gos.repository;

/** What became of a remove. */
public sealed interface RemoveResult {
    /** It is gone. */
    record Removed() implements RemoveResult {}

    /** There was none. */
    record Missing() implements RemoveResult {}

    /** The condition did not hold; nothing was changed. */
    record Conflict(long version) implements RemoveResult {}

    /** It is not done as it was asked for, or nobody knows; the reason says which. */
    record Unavailable(String reason) implements RemoveResult {}
}
