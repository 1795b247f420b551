/**
 * Measurement of a node's costs on this machine, in the form that the simulator takes, and a check of the simulator:
 * {@code gosling calibrate} and {@code gosling bench predict}.
 *
 * <p>{@code NodeCosts} requests objects from a real node over loopback and reads its processor time, {@code DiskCosts}
 * reads past the page cache. {@code Prediction} compares a simulated result with that of a real cluster for the same
 * trace.
 */
@NullMarked
package io.gosling.bench.calibrate;

import org.jspecify.annotations.NullMarked;
