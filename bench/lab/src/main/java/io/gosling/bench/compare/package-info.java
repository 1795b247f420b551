/**
 * {@code gosling bench compare}: the same requests by every forwarding mode.
 *
 * <p>Start at {@link io.gosling.bench.compare.CompareVerb}. A {@code ForwardingCase} is a forwarding mode, a {@code
 * TrialHosts} its hosts, a {@code ForwardingCluster} its processes; a {@code ForwardingTrial} measures it and gives a
 * {@code ForwardingResult}, and {@code CompareReport} makes the tables.
 */
@NullMarked
package io.gosling.bench.compare;

import org.jspecify.annotations.NullMarked;
