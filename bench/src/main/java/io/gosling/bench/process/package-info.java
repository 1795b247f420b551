/**
 * Processes that a measurement starts and ends, what the system tells of them, and what they run on.
 *
 * <p>Start at {@link io.gosling.bench.process.Workplace}, which owns what is started.
 */
@NullMarked
package io.gosling.bench.process;

import org.jspecify.annotations.NullMarked;
