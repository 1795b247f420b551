/**
 * Processes that a measurement starts and ends, their resource use as reported by the system, and the machine that they
 * run on.
 *
 * <p>Start at {@link io.gosling.bench.process.Workplace}, which owns the processes.
 */
@NullMarked
package io.gosling.bench.process;

import org.jspecify.annotations.NullMarked;
