/**
 * The processors that measured processes may use, this jar in other processes, and the spread of repeated measurements.
 *
 * <p>Start at {@link io.gosling.bench.process.CpuGroups}.
 */
@NullMarked
package io.gosling.bench.process;

import org.jspecify.annotations.NullMarked;
