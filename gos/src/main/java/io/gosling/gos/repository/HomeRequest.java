package io.gosling.gos.repository;

import java.util.List;

/** A request of a node to an object's home. */
public sealed interface HomeRequest {
    /**
     * Requests the object, or the confirmation that it still has a version.
     *
     * @param known the version that the requester has, 0 for none
     */
    record Read(long known) implements HomeRequest {}

    /**
     * Store this.
     *
     * @param write a number of this write alone: asked twice, it is done once if nothing else was done in between
     * @param lifeMillis 0 for ever
     */
    record Write(ChangeCondition condition, long write, long lifeMillis, List<String> tags, byte[] bytes)
            implements HomeRequest {}

    /**
     * Requests a version for bytes that will come later. The stored bytes stay readable until then.
     *
     * @param size the share of the quota that the object will take, as {@link HomeObjectEntry#size()}
     * @param keepMillis time for which conditional writes of others wait for them
     */
    record Promise(ChangeCondition condition, long write, int size, long keepMillis) implements HomeRequest {}

    /** Stores the bytes that were promised, if nothing newer was written or promised meanwhile. */
    record Flush(long version, long lifeMillis, List<String> tags, byte[] bytes) implements HomeRequest {}

    record Remove(ChangeCondition condition) implements HomeRequest {}

    /** Makes an object go for newer ones, by its home itself, if it is still the version that was chosen. */
    record Evict(long version) implements HomeRequest {}
}
