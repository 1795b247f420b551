/**
 * Memory that outlives its node: a leaving node transfers the objects that only it holds, a joining one loads objects
 * from its peers before it takes its share.
 *
 * <p>Start at {@link MemoryWarmUp}. {@link DrainTransfer} and {@link WarmUpPlanner}, which is pure, decide what to
 * move; {@link WantedObjectFetcher} moves it, by ordinary fetches from memory, so that the rules for a fetch, purges
 * above all, apply here. Nodes that stay get keys and counts and fetch the bytes; nothing is pushed. {@link
 * WarmUpTransport} is the interface to the other nodes.
 *
 * <p>Hazelcast's member attributes do not change, so a joining node announces by a message that it is ready, repeated
 * for members that join later; a node that is not heard of within {@code warm.timeout} and 20 s counts as ready.
 */
@NullMarked
package io.gosling.gos.warm;

import org.jspecify.annotations.NullMarked;
