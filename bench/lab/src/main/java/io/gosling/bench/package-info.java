/**
 * The entry point of {@code gosling-bench.jar}: the verbs of experiments and comparisons, beside those of the node's
 * command line and the tools.
 *
 * <p>Start at {@link BenchMain}. Each package below is one experiment, or a part that experiments share.
 */
@NullMarked
package io.gosling.bench;

import org.jspecify.annotations.NullMarked;
