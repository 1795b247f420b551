package io.gosling.common;

import java.time.Duration;

/** Checks settings against their bounds, with messages that give the setting, its value and what was expected. Pure. */
public final class BoundsCheck {
    private BoundsCheck() {}

    /** @throws IllegalArgumentException when the value is not within the bounds, which are included */
    public static void require(String setting, long value, long least, long most) {
        if (value < least || value > most) {
            throw outOfBounds(setting, value, least, most);
        }
    }

    /**
     * Checks a duration, and writes it as configuration files do, such as 10ms or 5s.
     *
     * @throws IllegalArgumentException when the value is not within the bounds, which are included
     */
    public static void require(String setting, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw outOfBounds(setting, text(value), text(least), text(most));
        }
    }

    private static IllegalArgumentException outOfBounds(String setting, Object value, Object least, Object most) {
        return new IllegalArgumentException(
                setting + ": " + value + " is out of bounds; expected " + least + " to " + most);
    }

    private static String text(Duration value) {
        return value.toMillis() % 1000 == 0 ? value.toSeconds() + "s" : value.toMillis() + "ms";
    }
}
