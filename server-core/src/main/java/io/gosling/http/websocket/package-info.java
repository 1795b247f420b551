/**
 * WebSocket connections (RFC 6455) for handlers: handshake, frames, messages, pings and the closing handshake, with
 * blocking I/O.
 *
 * <p>Start at {@link WebSocket}, which also makes the {@link io.gosling.http.Handler} that answers the upgrade; {@link
 * WebSocketLimits} bounds one connection. Depends on io.gosling.http, io.gosling.document and io.gosling.common.
 */
@NullMarked
package io.gosling.http.websocket;

import org.jspecify.annotations.NullMarked;
