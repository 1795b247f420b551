/**
 * Forwards one admitted request: connects to the back-end, streams the request and its response with back-pressure, and
 * retries or hedges where that is safe.
 *
 * <p>Start at Relay; {@link io.gosling.dispatcher.relay.RequestForwarding} and {@link
 * io.gosling.dispatcher.relay.ResponseForwarding} are its two directions. Delivery selects the forwarding mode:
 * proxying, a redirect to the back-end, or a handoff of the client's connection. It sees clients only through the
 * interface Client, and runs on the event loop of the client's connection.
 *
 * <p>A plain response (HTTP/1.1, one Content-Length, dated, connection kept, nothing to change) is not decoded: {@code
 * RawResponseHead} finds its header in what was read and {@code RawResponseWriter} writes the lines and the body past
 * the encoder. All others, and all to HTTP/2 or HTTP/1.0 clients, for HEAD, for policies that read Cache-Status, or
 * where the back-end is named, are decoded ({@code BackendResponseHead}) and encoded again.
 */
@NullMarked
package io.gosling.dispatcher.relay;

import org.jspecify.annotations.NullMarked;
