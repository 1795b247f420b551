package io.gosling.settings;

import java.util.List;
import java.util.function.Supplier;

/**
 * A configuration that cannot be used; every complaint names the place, the value that was found, and what was
 * expected.
 */
public final class BadConfigurationException extends Exception {
    private final List<String> complaints;

    public BadConfigurationException(String complaint) {
        this(List.of(complaint));
    }

    public BadConfigurationException(List<String> complaints) {
        super(String.join("\n", complaints));
        this.complaints = List.copyOf(complaints);
    }

    /** Returns what this makes; its {@link IllegalArgumentException} is about values that do not go together. */
    public static <T> T unless(Supplier<T> made) throws BadConfigurationException {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new BadConfigurationException(String.valueOf(e.getMessage()));
        }
    }

    /** One line for each thing that is wrong, in the order of the file. */
    public List<String> complaints() {
        return complaints;
    }
}
