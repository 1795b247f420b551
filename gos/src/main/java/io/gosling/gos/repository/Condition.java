package io.gosling.gos.repository;

/** A precondition of a change to an object. The home evaluates it, so of two changes one sees the other. */
public sealed interface Condition {
    /** Always holds. */
    record Any() implements Condition {}

    /** There is none. */
    record Absent() implements Condition {}

    /** There is one. */
    record Present() implements Condition {}

    /** There is one, of this version. */
    record Version(long version) implements Condition {}

    /** Returns the condition that always holds. */
    static Condition any() {
        return new Any();
    }

    /** There is none. */
    static Condition absent() {
        return new Absent();
    }

    /** There is one of this version, and not another. */
    static Condition version(long version) {
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
