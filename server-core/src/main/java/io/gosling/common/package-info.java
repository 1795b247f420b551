/**
 * Small classes that every module may use.
 *
 * <p>{@link io.gosling.common.BoundsCheck} checks settings, {@link io.gosling.common.RetryBudget} limits retries,
 * {@link io.gosling.common.PeriodicTask} repeats a task, {@link io.gosling.common.EventCounters} and {@link
 * io.gosling.common.DurationHistogram} count, {@link io.gosling.common.ResourceStack} closes in reverse order, {@link
 * io.gosling.common.Json} writes JSON, {@link io.gosling.common.LateWakeup} detects that the process was suspended,
 * {@link io.gosling.common.StaleDirectoryCleaner} deletes what killed processes have left. Depends on
 * io.gosling.document only, for its Ticker. Packages whose rule is to need the JDK alone do without it.
 */
@NullMarked
package io.gosling.common;

import org.jspecify.annotations.NullMarked;
