/**
 * {@code gosling bench space}: the costs and response times of the object space of real nodes, each node a process of
 * its own before one origin.
 *
 * <p>Start at {@link io.gosling.bench.space.SpaceVerb}. A {@code Fleet} is the nodes, a scenario runs against it and
 * gives {@code MeasuredFigure}s, {@code SpaceReport} makes the table of them.
 */
@NullMarked
package io.gosling.bench.space;

import org.jspecify.annotations.NullMarked;
