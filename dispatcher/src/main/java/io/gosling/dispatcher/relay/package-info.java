/**
 * Forwards one admitted request: connects to the back-end, streams the request and its response with back-pressure, and
 * retries or hedges where that is safe.
 *
 * <p>Start at Relay; {@link io.gosling.dispatcher.relay.RequestForwarding} and {@link
 * io.gosling.dispatcher.relay.ResponseForwarding} are its two directions. Delivery selects the forwarding mode:
 * proxying, a redirect to the back-end, or a handoff of the client's connection. It sees clients only through the
 * interface Client, and runs on the event loop of the client's connection.
 */
@NullMarked
package io.gosling.dispatcher.relay;

import org.jspecify.annotations.NullMarked;
