/**
 * The front-end's side of connection handoff, to nodes on the same host and on other hosts.
 *
 * <p>Start at {@link io.gosling.dispatcher.handoff.HandoffLinks}; LocalHandoffRoutes opens the routes on this host,
 * {@link io.gosling.dispatcher.handoff.RemoteHandoffRoutes} those to other hosts. The wire protocol is in
 * io.gosling.netty.handoff.
 * Used by the other packages of the front-end and by the node, which configures it.
 *
 * <pre>
 *   same host    Relay.handOff, ClientHandoff.handOff: the socket leaves the loop; HandoffLink.offer;
 *                LocalHandoffTransport sends Offer and descriptor; node: LocalHandoffReceiver, AdoptedConnections.take;
 *                Taken: HandedOffConnectionLoad keeps the ticket; Declined: ClientHandoff.comeBack
 *   and back     node: AdoptedConnectionReturn.begin (ConnectionReturn, ReturnPolicy), ReturningConnections.offer; front-end:
 *                LocalHandoffTransport, ReturnedConnections, AdoptedConnections.take
 *   other host   RemoteHandoffTransport: MovableSocket.freeze, drain and dump; PacketSteering.steer redirects the client's
 *                packets; node: RemoteHandoffReceiver, MovableSocket.restore; after Restored: thaw
 * </pre>
 */
@NullMarked
package io.gosling.dispatcher.handoff;

import org.jspecify.annotations.NullMarked;
