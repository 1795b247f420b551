/**
 * Memory that outlives its node: a leaving node transfers the objects that only it holds, a joining one loads objects
 * from its peers before it takes its share. What to move is decided by plans, which are pure;
 * {@link io.gosling.gos.warm.Pull} moves it, by ordinary fetches from memory, so that the rules for a fetch, purges
 * above all, apply here.
 */
@NullMarked
package io.gosling.gos.warm;

import org.jspecify.annotations.NullMarked;
