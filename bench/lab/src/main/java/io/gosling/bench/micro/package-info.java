/**
 * Micro-benchmarks of single operations, run by JMH: what a lookup, a decoded request, a page's links or a decision of
 * the replacement policy cost in nanoseconds.
 *
 * <p>Start at {@link MicroVerb}.
 */
@NullMarked
package io.gosling.bench.micro;

import org.jspecify.annotations.NullMarked;
