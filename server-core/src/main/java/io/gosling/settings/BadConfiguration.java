package io.gosling.settings;

import java.util.List;

/**
 * A configuration that cannot be used; every complaint names the place, the value that was found, and what was
 * expected.
 */
public final class BadConfiguration extends Exception {
    private static final long serialVersionUID = 1;
    private final List<String> complaints;

    public BadConfiguration(List<String> complaints) {
        super(String.join("\n", complaints));
        this.complaints = List.copyOf(complaints);
    }

    /** One line for each thing that is wrong, in the order of the file. */
    public List<String> complaints() {
        return complaints;
    }
}
