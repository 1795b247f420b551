/**
 * Cluster-wide purges with a guarantee: once a purge is reported complete, no node serves what was purged. A quorum of
 * 1, 3 or 5 nodes and a lease for each node ensure it; docs/purge-guarantees.md has the proof.
 *
 * <p>Start at {@link PurgeParticipant}, one node's part, and {@link QuorumRules}, the decisions on which the guarantee
 * rests. {@link ReplicatedPurgeSet} is what a node knows, {@link LeaseRenewal} renews its lease, {@link
 * LocalQuorumMember} says who grants it, {@link PurgeRound} when a purge is complete. {@link PurgeableCopies}, {@link
 * PurgeEnvironment} and {@link QuorumMemberStorage} are the interfaces to memory, clock and disk. Imports the JDK,
 * io.gosling.wire and io.gosling.purge.message only. gos.quorum runs it; settings use {@link Quorum} and {@link
 * PurgeSettings}.
 */
@NullMarked
package io.gosling.purge;

import org.jspecify.annotations.NullMarked;
