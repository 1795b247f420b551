/**
 * The processors that measured processes may use, and this jar in other processes.
 *
 * <p>Start at {@link CpuQuotaGroups}.
 */
@NullMarked
package io.gosling.bench.process;

import org.jspecify.annotations.NullMarked;
