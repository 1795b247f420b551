/**
 * Verbs that report, the processes that they start and end, their resource use as reported by the system, and the
 * machine that they run on.
 *
 * <p>Start at {@link ReportingVerb} and {@link ProcessWorkspace}, which owns the processes.
 */
@NullMarked
package io.gosling.tools.process;

import org.jspecify.annotations.NullMarked;
