package io.gosling.command;

import io.gosling.settings.ConfigurationSource;
import io.gosling.settings.Values;
import java.io.PrintWriter;

/**
 * The invocation of a verb.
 *
 * @param again reads the same flags over the same file later
 * @param verbose true if more is logged
 */
public record Invocation(Values values, ConfigurationSource again, boolean verbose, PrintWriter out) {
    public static final String VERBOSE = "--verbose";

    public Invocation(Values values, boolean verbose, PrintWriter out) {
        this(values, () -> values, verbose, out);
    }
}
