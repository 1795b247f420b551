package io.gosling.gos.repository;

/**
 * A precondition of a change to an object. The home evaluates it, so of two changes one sees the other.
 *
 * @param wanted the version that must be there; 0 if there must be none, and negative values as below
 */
public record ChangeCondition(long wanted) {
    private static final long ANY = -1;
    private static final long PRESENT = -2;
    private static final long NEVER = -3;

    public static ChangeCondition any() {
        return new ChangeCondition(ANY);
    }

    public static ChangeCondition absent() {
        return new ChangeCondition(0);
    }

    public static ChangeCondition present() {
        return new ChangeCondition(PRESENT);
    }

    /** There is one of this version, and not another. */
    public static ChangeCondition version(long version) {
        return new ChangeCondition(version > 0 ? version : NEVER);
    }

    /** @param version of the present object, 0 when there is none */
    public boolean holds(long version) {
        return wanted == ANY || (wanted == PRESENT ? version != 0 : version == wanted);
    }
}
