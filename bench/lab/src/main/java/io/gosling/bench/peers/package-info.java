/**
 * {@code gosling bench peers}: compares a Gosling node, or its front-end, with the other servers that are installed, on
 * the same files in one run, by the cost of a request.
 *
 * <p>Start at {@link PeersVerb}. A {@link ComparisonRow} compares servers ({@link ComparedServer}), which {@link
 * ComparisonRunner} runs; {@link ComparisonResult} and {@link PeersReport} make the table from every {@link
 * ComparisonSample}. All processes belong to the {@link io.gosling.tools.process.ProcessWorkspace}, which ends them.
 */
@NullMarked
package io.gosling.bench.peers;

import org.jspecify.annotations.NullMarked;
