/**
 * {@code gosling bench jmh}: the micro-benchmarks, kept as JSON with the facts of the machine, and compared with an
 * earlier run.
 *
 * <p>Start at {@link io.gosling.bench.jmh.JmhVerb}. A {@code BenchmarkScore} is one benchmark's, a {@code Scores} those
 * of a run with its facts, and a {@code ScoreComparison} two records beside each other.
 */
@NullMarked
package io.gosling.bench.jmh;

import org.jspecify.annotations.NullMarked;
