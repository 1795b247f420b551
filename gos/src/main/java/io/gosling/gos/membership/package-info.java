/**
 * The members of a cluster and the settings that they share: names, addresses, roles, load, timeouts, secret and
 * quorum.
 *
 * <p>Start at {@link ClusterMember}, one member, and {@link KnownNodes}, the members that can be reached; {@link
 * ClusterSettings} is what a program sets to join a cluster, with {@link ClusterSecret}, {@link ClusterTimeouts} and
 * {@link QuorumSettings}. {@link PeerLoads} says how busy a node is, {@link
 * AdaptiveTimeout} how long to wait for it; {@link RendezvousHash} assigns objects to nodes. No
 * connection is opened here. Every package that deals with other nodes may use it; joining is done by gos.hazelcast.
 */
@NullMarked
package io.gosling.gos.membership;

import org.jspecify.annotations.NullMarked;
