package io.gosling.node;

import io.gosling.node.settings.Values;
import java.io.PrintWriter;

/**
 * How a verb was called.
 *
 * @param values what flags and the configuration file gave for the verb's settings
 * @param verbose whether more is logged
 * @param out where results go
 */
public record Invocation(Values values, boolean verbose, PrintWriter out) {}
