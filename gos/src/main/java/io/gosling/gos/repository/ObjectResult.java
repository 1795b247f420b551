package io.gosling.gos.repository;

/** The result of a get, put or remove. */
public sealed interface ObjectResult permits GetResult, PutResult, RemoveResult {
    /** It was not done as requested, or its result is unknown; the reason says which. */
    record Unavailable(String reason) implements GetResult, PutResult, RemoveResult {}
}
