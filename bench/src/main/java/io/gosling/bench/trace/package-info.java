/**
 * Traces of requests, read from logs and other files, or made: what the simulator and the comparison of policies work on.
 * Start at {@link io.gosling.bench.trace.Trace}.
 */
@NullMarked
package io.gosling.bench.trace;

import org.jspecify.annotations.NullMarked;
