/**
 * The members of a cluster and the settings that they share: names, addresses, roles, load, timeouts, secret and
 * quorum.
 *
 * <p>Start at Node, one member, and {@link io.gosling.gos.membership.KnownNodes}, the members that can be
 * reached; {@link io.gosling.gos.membership.ClusterSettings} is what a program sets to join a cluster, with
 * {@link io.gosling.gos.membership.ClusterSecret}, {@link io.gosling.gos.membership.ClusterTimeouts} and
 * {@link io.gosling.gos.membership.QuorumSettings}. {@link io.gosling.gos.membership.PeerLoads} and Suspects say how
 * busy a node is and whether it is to be skipped after timeouts; {@link io.gosling.gos.membership.RendezvousHash}
 * assigns objects to nodes. No connection is opened here. Every package that deals with other nodes may use it;
 * joining is done by gos.hazelcast.
 */
@NullMarked
package io.gosling.gos.membership;

import org.jspecify.annotations.NullMarked;
