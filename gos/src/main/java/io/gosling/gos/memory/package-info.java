/**
 * The object cache of one node: hot objects in memory, receiver and eviction by request counts, and the optional
 * tiers below: a disk, and the repository.
 *
 * <p>Start at {@link LocalObjectCache}, which holds the objects, and {@link ResponseMemory}, the same store for
 * origin responses. {@link NodeObjectMemory} bundles what a node has; {@link DiskTier} adds a disk, {@link
 * RepositoryTier} the repository; {@link PurgeableMemory} applies purges. {@link SingleFlight} coalesces concurrent
 * requests for one object; {@link FetchedObjectReceiver} stores what a fetch delivers. Event loops read without
 * locks. No Hazelcast, no network. gos.space and origin.cache read and fill it; nothing here calls other nodes,
 * unless through the repository.
 */
@NullMarked
package io.gosling.gos.memory;

import org.jspecify.annotations.NullMarked;
