/**
 * Clients of nodes and replica sets that are separate processes, their emulated disks, and rounds of measurements.
 * Start at {@link io.gosling.bench.fleet.Rounds}.
 */
@NullMarked
package io.gosling.bench.fleet;

import org.jspecify.annotations.NullMarked;
