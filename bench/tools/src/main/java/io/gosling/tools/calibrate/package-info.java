/**
 * Measurement of a node's costs on this machine, in the form that the simulator takes: {@code gosling calibrate}.
 *
 * <p>Start at {@link CalibrateVerb}. {@link NodeCosts} requests objects from a real node over loopback and reads its
 * processor time, {@link DiskCosts} reads past the page cache.
 */
@NullMarked
package io.gosling.tools.calibrate;

import org.jspecify.annotations.NullMarked;
