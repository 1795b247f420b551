/**
 * Nodes' clients and replica sets that are separate processes, emulated disks, and nodes' counts of answers.
 *
 * <p>Start at {@link io.gosling.bench.fleet.LinkFollowingClients} and {@link io.gosling.bench.fleet.EmulatedDisks}.
 */
@NullMarked
package io.gosling.bench.fleet;

import org.jspecify.annotations.NullMarked;
