/**
 * A check of the simulator: {@code gosling bench predict}.
 *
 * <p>Start at {@link PredictionCheckVerb}. {@link PredictionComparison} compares a simulated result with that of a real
 * cluster for the same trace, which {@link RealAndSimulatedRun} runs.
 */
@NullMarked
package io.gosling.bench.predict;

import org.jspecify.annotations.NullMarked;
