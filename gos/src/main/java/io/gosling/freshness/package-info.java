/**
 * Purges that are certain when they are answered: which copies may be served, decided by a few voters and a lease for
 * each node. Imports the JDK and nothing else; network, memory and clocks are ports. docs/purge.md says what is
 * guaranteed and why it holds.
 *
 * <p>Start at {@link io.gosling.purge.PurgeParticipant}, one node's part, and {@link io.gosling.purge.QuorumRules}, the
 * decisions on which the guarantee rests. {@link io.gosling.purge.PurgeLog} is what a node knows,
 * {@link io.gosling.purge.Lessee} how it earns its lease, {@link io.gosling.purge.QuorumMember} who gives it, and
 * {@link io.gosling.purge.PurgeRound} when a purge is complete.
 */
@NullMarked
package io.gosling.freshness;

import org.jspecify.annotations.NullMarked;
