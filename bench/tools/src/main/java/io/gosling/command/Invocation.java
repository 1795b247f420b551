package io.gosling.command;

import io.gosling.settings.Source;
import io.gosling.settings.Values;
import java.io.PrintWriter;

/**
 * The invocation of a verb.
 *
 * @param values values of the verb's settings
 * @param again reads the same flags over the same file later
 * @param verbose true if more is logged
 * @param out receiver of results
 */
public record Invocation(Values values, Source again, boolean verbose, PrintWriter out) {
    public static final String VERBOSE = "--verbose";

    /** With values that are always the same. */
    public Invocation(Values values, boolean verbose, PrintWriter out) {
        this(values, () -> values, verbose, out);
    }
}
