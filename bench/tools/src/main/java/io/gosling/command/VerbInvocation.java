package io.gosling.command;

import io.gosling.settings.ConfigurationSource;
import io.gosling.settings.SettingValues;
import java.io.PrintWriter;

/**
 * The invocation of a verb.
 *
 * @param again reads the same flags over the same file later
 * @param verbose true if more is logged
 */
public record VerbInvocation(SettingValues values, ConfigurationSource again, boolean verbose, PrintWriter out) {
    public static final String VERBOSE = "--verbose";

    public VerbInvocation(SettingValues values, boolean verbose, PrintWriter out) {
        this(values, () -> values, verbose, out);
    }
}
