/**
 * Everything that runs on Hazelcast: cluster membership and the homes of repository objects. The only package that
 * imports com.hazelcast, with {@link io.gosling.gos.hazelcast.tls}, the encryption of its connections.
 *
 * <p>Start at {@link ClusterMembership}, membership alone, which is what a front-end needs; {@link RepositoryNode}
 * assembles a node's part of the repository, with {@link HazelcastHomeClient} and {@link RepositoryHomeState}. Entry
 * processors
 * ({@link HomeRequestProcessor}, {@link EntryUpdateProcessor}) run at the owner of an entry; {@link HomeReadTable} is
 * for reads by other threads. {@link HazelcastClassRegistry} numbers the classes that are sent: never change a number
 * or the order of written values. Used by gos.peer and gos.cluster, and by the front-end for {@link ClusterMembership}.
 */
@NullMarked
package io.gosling.gos.hazelcast;

import org.jspecify.annotations.NullMarked;
