/**
 * The frame of experiments: cases that are measured in rounds, medians with their intervals, and comparisons of cases
 * of the same round.
 *
 * <p>Start at {@link Experiment}, which declares one, and {@link ExperimentResults}, from which reports take their
 * figures.
 */
@NullMarked
package io.gosling.bench.experiment;

import org.jspecify.annotations.NullMarked;
