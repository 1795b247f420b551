/**
 * Small classes that every module may use.
 *
 * <p>{@link BoundsCheck} checks settings, {@link RetryBudget} limits retries, {@link PeriodicTask} repeats a task,
 * {@link EventCounters} and {@link DurationHistogram} count, {@link ResourceStack} closes in reverse order, {@link
 * JsonWriter} writes JSON, {@link LateWakeupCheck} detects that the process was suspended, {@link InterruptedWait}
 * reports an interrupt, {@link StaleDirectoryCleaner} deletes what killed processes have left. Depends on
 * io.gosling.document only, for its {@link io.gosling.document.Ticker}. Packages whose rule is to need the JDK alone
 * do without this one.
 */
@NullMarked
package io.gosling.common;

import org.jspecify.annotations.NullMarked;
