/**
 * Micro-benchmarks of single operations, run by JMH: what a hit, a lookup, an offer to a full memory or the choice of
 * a back-end cost.
 *
 * <p>Start at {@link MicroVerb}.
 */
@NullMarked
package io.gosling.bench.micro;

import org.jspecify.annotations.NullMarked;
