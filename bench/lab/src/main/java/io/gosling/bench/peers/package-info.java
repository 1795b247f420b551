/**
 * {@code gosling bench peers}: compares a Gosling node, or its front-end, with the other servers that are installed, on
 * the same files in one run, by the cost of a request.
 *
 * <p>Start at {@link io.gosling.bench.peers.PeersVerb}. A {@code PeerRow} is a comparison of {@code ComparedServer}s, which
 * {@code PeerScenarios} runs; {@code PeerResult} and {@code PeersReport} make the table of its {@code Sample}s. All
 * processes belong to the {@code Workspace}, which ends them.
 */
@NullMarked
package io.gosling.bench.peers;

import org.jspecify.annotations.NullMarked;
