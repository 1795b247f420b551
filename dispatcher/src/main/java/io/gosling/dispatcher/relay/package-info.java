/**
 * Forwards one admitted request: connects to the back-end, streams the request and its response with back-pressure, and
 * retries where that is safe.
 *
 * <p>Start at {@link RequestRelay}; {@link RequestForwarding} and {@link ResponseForwarding} are its two directions.
 * {@link DeliveryStrategy} selects the forwarding mode: proxying, a redirect to the back-end, or a handoff of the
 * client's connection. The relay sees clients only through the interface {@link RelayClient}, and runs on the event
 * loop of the client's connection. Plain responses pass undecoded, by {@link RawResponseWriter}.
 */
@NullMarked
package io.gosling.dispatcher.relay;

import org.jspecify.annotations.NullMarked;
