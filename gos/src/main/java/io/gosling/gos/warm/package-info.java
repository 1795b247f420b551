/**
 * Memory that outlives its node: a leaving node transfers the objects that only it holds, a joining one loads objects
 * from its peers before it takes its share. Plans, which are pure, decide what to move; {@link
 * io.gosling.gos.warm.ObjectPull} moves it, by ordinary fetches from memory, so that the rules for a fetch, purges
 * above all, apply here.
 *
 * <p>Leaving: {@code POST /drain}, {@code MemoryWarmUp.handOver}, {@code DrainPlan}: what no other node holds is
 * divided among those that stay by highest hash, which get keys and counts. They fetch the bytes ({@code ObjectPull});
 * nothing is pushed. A share whose node does not take it goes to the others. Joining: {@code MemoryWarmUp.fill} asks
 * all nodes for their hottest objects ({@code WarmPlan}) and fetches them before this node is ready. Hazelcast's member
 * attributes do not change, so readiness is announced by a message, repeated for members that join later; a node that
 * is not heard of within {@code warm.timeout} and 20 s counts as ready.
 */
@NullMarked
package io.gosling.gos.warm;

import org.jspecify.annotations.NullMarked;
