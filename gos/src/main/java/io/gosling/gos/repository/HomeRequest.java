package io.gosling.gos.repository;

import java.util.List;

/** What a node asks of an object's home. */
public sealed interface HomeRequest {
    /**
     * The object, or that it still is the one of a version.
     *
     * @param known the version that the asker has, 0 for none
     */
    record Read(long known) implements HomeRequest {}

    /**
     * Store this.
     *
     * @param write a number of this write alone: asked twice, it is done once if nothing else was done in between
     * @param lifeMillis 0 for ever
     */
    record Write(Condition condition, long write, long lifeMillis, List<String> tags, byte[] bytes)
            implements HomeRequest {}

    /**
     * Give a version to bytes that will come later. What is stored stays readable until then.
     *
     * @param size of the bytes to come
     * @param keepMillis how long others wait for them before they may write on the condition of what is stored
     */
    record Promise(Condition condition, long write, int size, long keepMillis) implements HomeRequest {}

    /** Store what was promised, if nothing newer was written or promised meanwhile. */
    record Settle(long version, long lifeMillis, List<String> tags, byte[] bytes) implements HomeRequest {}

    /** Forget the object. */
    record Remove(Condition condition) implements HomeRequest {}
}
