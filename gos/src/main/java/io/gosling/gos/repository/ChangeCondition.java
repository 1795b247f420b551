package io.gosling.gos.repository;

/** A precondition of a change to an object. The home evaluates it, so of two changes one sees the other. */
public sealed interface ChangeCondition {
    record Any() implements ChangeCondition {}

    record Absent() implements ChangeCondition {}

    record Present() implements ChangeCondition {}

    record Version(long version) implements ChangeCondition {}

    static ChangeCondition any() {
        return new Any();
    }

    static ChangeCondition absent() {
        return new Absent();
    }

    /** There is one of this version, and not another. */
    static ChangeCondition version(long version) {
        return new Version(version);
    }

    /** @param version of the present object, 0 when there is none */
    default boolean holds(long version) {
        return switch (this) {
            case Any any -> true;
            case Absent absent -> version == 0;
            case Present present -> version != 0;
            case Version wanted -> version != 0 && version == wanted.version();
        };
    }
}
