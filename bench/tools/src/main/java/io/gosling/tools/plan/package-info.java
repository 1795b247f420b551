/**
 * Capacity planning from a site's own log: {@code gosling plan}, {@code gosling trace}.
 *
 * <p>Start at {@link PlanVerb} and {@link TraceVerb}. {@link MissCurveCalculator} computes the {@link MissCurve} of a
 * trace in one pass, {@link CapacityPlanner} the {@link CapacityPlan} from it.
 */
@NullMarked
package io.gosling.tools.plan;

import org.jspecify.annotations.NullMarked;
