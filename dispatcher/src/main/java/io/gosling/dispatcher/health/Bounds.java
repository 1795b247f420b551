package io.gosling.dispatcher;

import java.time.Duration;

/** Checks of settings, with the same message everywhere. */
final class Bounds {
    private Bounds() {}

    static void require(String setting, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    setting + ": " + value + " is out of bounds; expected " + least + " to " + most);
        }
    }

    static void require(String setting, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    setting + ": " + value + " is out of bounds; expected " + least + " to " + most);
        }
    }
}
