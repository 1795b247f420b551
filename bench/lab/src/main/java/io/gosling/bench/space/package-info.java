/**
 * {@code gosling bench space}: the costs and response times of the object space of real nodes, each node a process of
 * its own before one origin.
 *
 * <p>Start at {@link SpaceVerb}. A measurement, such as {@link CoalescingMeasurement}, runs against {@link
 * io.gosling.tools.cluster.NodeProcesses} and gives one {@link MeasuredFigure} after the other.
 */
@NullMarked
package io.gosling.bench.space;

import org.jspecify.annotations.NullMarked;
