/**
 * The front-end's side of connection handoff, to nodes on the same host and on other hosts.
 *
 * <p>Start at {@link io.gosling.dispatcher.handoff.HandoffRoutes}; Handoffs opens the routes on this host, {@link
 * io.gosling.dispatcher.handoff.RemoteHandoffs} those to other hosts. The wire protocol is in io.gosling.netty.handoff.
 * Used by the relay and the settings of the dispatcher.
 */
@NullMarked
package io.gosling.dispatcher.handoff;

import org.jspecify.annotations.NullMarked;
