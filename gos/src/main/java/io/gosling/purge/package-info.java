/**
 * Cluster-wide purges with a guarantee: once a purge is reported complete, no node serves what was purged.
 *
 * <p>A quorum of 1, 3 or 5 nodes and a lease for each node ensure it; docs/purge.md has the proof. Start at {@link
 * io.gosling.purge.PurgeParticipant}, one node's part, and {@link io.gosling.purge.QuorumRules}, the decisions on which
 * the guarantee rests. {@link io.gosling.purge.ReplicatedPurgeSet} is what a node knows, LeaseRenewal renews its lease,
 * {@link io.gosling.purge.QuorumMember} who grants it, {@link io.gosling.purge.PurgeRound} when a purge is complete.
 * {@link io.gosling.purge.PurgeableCopies}, {@link io.gosling.purge.PurgeEnvironment} and Storage are the interfaces to
 * memory, clock and disk. Imports the JDK, io.gosling.wire and io.gosling.purge.message only. gos.quorum runs it;
 * settings use Quorum and {@link io.gosling.purge.PurgeSettings}.
 */
@NullMarked
package io.gosling.purge;

import org.jspecify.annotations.NullMarked;
