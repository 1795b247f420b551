/**
 * Capacity planning from a site's own log: {@code gosling plan}, {@code gosling trace}.
 *
 * <p>Start at {@link PlanVerb} and {@link TraceVerb}. {@link StackDistances} computes the {@link MissCurve} of a trace
 * in one pass, {@link PlanCalculation} the {@link Plan} from it.
 */
@NullMarked
package io.gosling.tools.plan;

import org.jspecify.annotations.NullMarked;
