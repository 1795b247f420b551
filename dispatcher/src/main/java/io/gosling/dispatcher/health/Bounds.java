package io.gosling.dispatcher.health;

import java.time.Duration;

/** Checks of settings, with the same message everywhere. */
public final class Bounds {
    private Bounds() {}

    /** Throws {@link IllegalArgumentException} unless the value is within these bounds, both included. */
    public static void require(String setting, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    setting + ": " + value + " is out of bounds; expected " + least + " to " + most);
        }
    }

    /** Throws {@link IllegalArgumentException} unless the time is within these bounds, both included. */
    public static void require(String setting, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    setting + ": " + value + " is out of bounds; expected " + least + " to " + most);
        }
    }
}
