/**
 * The object cache of one node: hot objects in memory, admission and eviction by request counts, and the optional disk
 * tier below.
 *
 * <p>Start at {@link io.gosling.gos.memory.HotObjectCache}, which holds the objects, and {@link
 * io.gosling.gos.memory.ResponseMemory}, the same store for origin responses. {@link
 * io.gosling.gos.memory.NodeObjectMemory} bundles what a node has; {@link io.gosling.gos.memory.DiskTier} adds a disk;
 * {@link io.gosling.gos.memory.PurgeableMemory} applies purges. {@link io.gosling.gos.memory.SingleFlight} coalesces
 * concurrent requests for one object; {@link io.gosling.gos.memory.FetchedObjectAdmission} stores what a fetch
 * delivers. Event loops read without locks. No Hazelcast, no network. gos.space and origin.cache read and fill it;
 * nothing here calls other nodes.
 */
@NullMarked
package io.gosling.gos.memory;

import org.jspecify.annotations.NullMarked;
