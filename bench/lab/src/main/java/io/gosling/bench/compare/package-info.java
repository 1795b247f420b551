/**
 * {@code gosling bench compare}: the same requests by every forwarding mode.
 *
 * <p>Start at {@link CompareVerb}. A {@link ForwardingCase} is a forwarding mode, {@link TrialHosts} are its hosts, a
 * {@link ForwardingCluster} its processes; a {@link ForwardingTrial} measures it and gives a {@link ForwardingResult},
 * and {@link CompareReport} makes the tables.
 */
@NullMarked
package io.gosling.bench.compare;

import org.jspecify.annotations.NullMarked;
