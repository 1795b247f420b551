package io.gosling.gos;

import java.time.Duration;

/** Checks settings against their bounds, with messages that say what was expected. */
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

    private static String text(Duration value) {
        return value.toMillis() % 1000 == 0 ? value.toSeconds() + "s" : value.toMillis() + "ms";
    }
}
