/**
 * {@code gosling bench compare}: the same requests by every way of reaching a node.
 *
 * <p>Start at {@link io.gosling.bench.compare.CompareVerb}. A {@code Way} is what is compared, a {@code Ground} is where it stands,
 * a {@code Cluster} is what it needs while it is measured, a {@code Trial} measures it and gives a {@code Measured}, and
 * {@code CompareReport} makes the tables.
 */
@NullMarked
package io.gosling.bench.compare;

import org.jspecify.annotations.NullMarked;
