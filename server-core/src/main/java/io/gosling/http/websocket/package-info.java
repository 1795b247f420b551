/**
 * {@link io.gosling.http.websocket.WebSocket} connections (RFC 6455) for handlers: handshake, frames, messages, pings
 * and the closing handshake, with blocking I/O.
 *
 * <p>Start at {@link io.gosling.http.websocket.WebSocket}, whose handler(...) makes the Handler that answers the
 * upgrade; {@link io.gosling.http.websocket.WebSocketLimits} bounds one connection. Depends on io.gosling.http,
 * io.gosling.document and io.gosling.common.
 */
@NullMarked
package io.gosling.http.websocket;

import org.jspecify.annotations.NullMarked;
