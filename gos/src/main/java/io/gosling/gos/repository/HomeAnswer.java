package io.gosling.gos.repository;

import java.util.List;

/** An answer of an object's home. */
public sealed interface HomeAnswer {
    /** @param lifeMillis the remaining lifetime, 0 for unlimited */
    record Has(long version, long lifeMillis, List<String> tags, byte[] bytes) implements HomeAnswer {
        public Has with(byte[] others) {
            return new Has(version, lifeMillis, tags, others);
        }
    }

    /** The object still has the version that the requester has. */
    record Same(long version, long lifeMillis) implements HomeAnswer {}

    record Nothing() implements HomeAnswer {}

    record Stored(long version) implements HomeAnswer {}

    record Removed() implements HomeAnswer {}

    record Full() implements HomeAnswer {}

    /** @param version of the present object, 0 for none */
    record Conflict(long version) implements HomeAnswer {}

    /** Another key with the same hash is there. */
    record Collision() implements HomeAnswer {}

    /** The result is unknown, or may not be given. */
    record Unavailable(String reason) implements HomeAnswer {}
}
