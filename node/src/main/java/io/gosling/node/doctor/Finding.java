package io.gosling.node.doctor;

import java.util.Locale;

/**
 * The result of one check.
 *
 * @param text what was found and, unless it is well, what to do
 */
public record Finding(Level level, String subject, String text) {
    /** A {@link #WARN} works, but not as well or as safely as it should; a {@link #FAIL} does not work. */
    public enum Level {
        OK,
        WARN,
        FAIL
    }

    @Override
    public String toString() {
        return String.format("%-5s %-13s %s", level.name().toLowerCase(Locale.ROOT), subject, text.strip());
    }
}
