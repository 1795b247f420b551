package io.gosling.gos.repository;

import java.util.List;

/** What a home answers. */
public sealed interface HomeAnswer {
    /** @param lifeMillis what is left of its life, 0 for ever */
    record Has(long version, long lifeMillis, List<String> tags, byte[] bytes) implements HomeAnswer {}

    /** It is the version that the asker has. */
    record Same(long version, long lifeMillis) implements HomeAnswer {}

    /** There is no such object. */
    record Nothing() implements HomeAnswer {}

    /** Stored, or promised, as this version. */
    record Stored(long version) implements HomeAnswer {}

    /** Gone. */
    record Removed() implements HomeAnswer {}

    /** The quota is used up. */
    record Full() implements HomeAnswer {}

    /** @param version of what there is, 0 for none */
    record Conflict(long version) implements HomeAnswer {}

    /** Another key with the same hash is there. */
    record Collision() implements HomeAnswer {}

    /** Nobody knows, or it may not be said. */
    record Unavailable(String reason) implements HomeAnswer {}
}
