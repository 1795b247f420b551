/**
 * WebSocket connections (RFC 6455) for handlers: handshake, frames, messages, pings and the closing handshake, with
 * blocking I/O.
 *
 * <p>Start at {@link WebSocketSession}, which also makes the {@link io.gosling.http.Handler} that answers the upgrade;
 * {@link WebSocketLimits} bounds one connection. Depends on io.gosling.http, io.gosling.document and io.gosling.common.
 *
 * @since 0.1.0
 */
@NullMarked
package io.gosling.http.websocket;

import org.jspecify.annotations.NullMarked;
