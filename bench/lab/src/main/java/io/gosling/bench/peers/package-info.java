/**
 * {@code gosling bench peers}: compares a Gosling node, or its front-end, with the other servers that are installed, on
 * the same files in one run, by the cost of a request.
 *
 * <p>Start at {@link io.gosling.bench.peers.PeersVerb}. A {@code ComparisonRow} is a comparison of {@code
 * ComparedServer}s, which {@code ComparisonRuns} runs; {@code ComparisonResult} and {@code PeersReport} make the table
 * of its {@code ComparisonSample}s. All processes belong to the {@code Workspace}, which ends them.
 */
@NullMarked
package io.gosling.bench.peers;

import org.jspecify.annotations.NullMarked;
