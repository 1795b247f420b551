/**
 * Nodes' clients and replica sets that are separate processes, and emulated disks.
 *
 * <p>Start at {@link io.gosling.bench.fleet.LinkClients} and {@link io.gosling.bench.fleet.EmulatedDisks}.
 */
@NullMarked
package io.gosling.bench.fleet;

import org.jspecify.annotations.NullMarked;
