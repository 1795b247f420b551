/**
 * What a node of this machine costs, as the simulator wants to know it, and whether the simulator is right:
 * {@code gosling calibrate} and {@code gosling bench predict}.
 *
 * <p>{@code NodeCosts} asks a real node over loopback and looks at its processor time, {@code DiskCosts} reads past the page
 * cache. {@code Prediction} puts what was simulated beside what a real cluster did with the same trace.
 */
@NullMarked
package io.gosling.bench.calibrate;

import org.jspecify.annotations.NullMarked;
