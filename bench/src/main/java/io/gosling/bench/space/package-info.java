/**
 * {@code gosling bench space}: what the object space of real nodes costs and how fast it answers, each node a process of
 * its own before one origin.
 *
 * <p>Start at {@link io.gosling.bench.space.SpaceVerb}. A {@code Fleet} is the nodes, a course runs against it and gives
 * {@code Line}s, {@code SpaceReport} makes the table of them.
 */
@NullMarked
package io.gosling.bench.space;

import org.jspecify.annotations.NullMarked;
