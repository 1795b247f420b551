/**
 * Everything that runs on Hazelcast: cluster membership, the backup of directory entries, and the homes of repository
 * objects.
 *
 * <p>The only package that imports com.hazelcast. Start at {@link io.gosling.gos.hazelcast.ClusterMembership},
 * membership alone, which is what a front-end needs; {@link io.gosling.gos.hazelcast.HazelcastEntryBackup} implements
 * {@code EntryBackup}; {@link io.gosling.gos.hazelcast.RepositoryNode} assembles a node's part of the repository, with
 * {@link io.gosling.gos.hazelcast.HazelcastHome} and {@link io.gosling.gos.hazelcast.RepositoryHomeState}. Entry
 * processors ({@link io.gosling.gos.hazelcast.HomeRequestProcessor}, {@link
 * io.gosling.gos.hazelcast.EntryUpdateProcessor}) run at the owner of an entry. {@link
 * io.gosling.gos.hazelcast.HazelcastClassRegistry} numbers the classes that are sent: never change a number or the
 * order of written values. Used by gos.peer and gos.cluster, and by the front-end for {@link
 * io.gosling.gos.hazelcast.ClusterMembership}.
 */
@NullMarked
package io.gosling.gos.hazelcast;

import org.jspecify.annotations.NullMarked;
