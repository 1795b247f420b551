/**
 * {@code gosling bench compare}: the same requests by every forwarding mode.
 *
 * <p>Start at {@link CompareVerb}. A {@link ForwardingModeCase} is a forwarding mode, {@link TrialHosts} are its hosts,
 * a {@link ForwardingModeCluster} its processes; a {@link ForwardingModeTrial} measures it and gives a {@link
 * ForwardingModeResult}, and {@link CompareReport} makes the tables.
 */
@NullMarked
package io.gosling.bench.compare;

import org.jspecify.annotations.NullMarked;
