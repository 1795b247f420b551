package io.gosling.gos;

import java.time.Duration;

/** Checks settings against their bounds, with messages that state what was expected. */
public final class Bounds {
    private Bounds() {}

    /** @throws IllegalArgumentException when the value is not within the bounds, which are included */
    public static void require(String name, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    name + ": " + text(value) + " is out of bounds; expected " + text(least) + " to " + text(most));
        }
    }

    /** @throws IllegalArgumentException when the value is not within the bounds, which are included */
    public static void require(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + ": " + value + " is out of bounds; expected " + least + " to " + most);
        }
    }

    /**
     * A node's name appears in header fields, in the cluster and on command lines.
     *
     * @throws IllegalArgumentException when it is not a letter and then letters, digits, '-', '_' or '.', 64 at most
     */
    public static void requireName(String name) {
        if (!name.matches("[A-Za-z][A-Za-z0-9._-]{0,63}")) {
            throw new IllegalArgumentException("node name '" + name
                    + "' cannot be used; expected a letter and then letters, digits, '-', '_' or '.', 64 at most");
        }
    }

    private static String text(Duration value) {
        return value.toMillis() % 1000 == 0 ? value.toSeconds() + "s" : value.toMillis() + "ms";
    }
}
