package io.gosling.gos.repository;

import java.util.List;

/** A request of a node to an object's home. */
public sealed interface HomeRequest {
    /** The number of the change that is requested or asked about; 0 for none. */
    default long number() {
        return switch (this) {
            case Write change -> change.write();
            case Remove change -> change.write();
            case Confirm change -> change.write();
            default -> 0;
        };
    }

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

    /** @param write as in {@link Write} */
    record Remove(ChangeCondition condition, long write) implements HomeRequest {}

    /**
     * Requests the answer to a change again. If it is still the last one of its key, backups get its result again.
     *
     * @param write the number of the change
     */
    record Confirm(long write) implements HomeRequest {}

    /** Makes an object go for newer ones, by its home itself, if it is still the version that was chosen. */
    record Evict(long version) implements HomeRequest {}
}
