/**
 * Nodes' clients and replica sets that are separate processes, emulated disks, and nodes' counts of answers.
 *
 * <p>Start at {@link LinkFollowingClients} and {@link EmulatedDisks}.
 */
@NullMarked
package io.gosling.bench.cluster;

import org.jspecify.annotations.NullMarked;
