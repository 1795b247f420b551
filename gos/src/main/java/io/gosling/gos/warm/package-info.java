/**
 * Memory that outlives its node: a node that leaves hands over what it alone holds, one that comes fills itself from its
 * peers before it takes its share. What to move is decided by plans, which are pure; {@link io.gosling.gos.warm.Pull} moves
 * it, by ordinary fetches from memory, so that what holds for a fetch, purges above all, holds here.
 */
@NullMarked
package io.gosling.gos.warm;

import org.jspecify.annotations.NullMarked;
