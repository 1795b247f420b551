package io.gosling.netty.server;

import io.netty.buffer.ByteBuf;

/**
 * The route by which an adopted connection may leave instead of being answered here: back to the front-end that
 * accepted it, as a rule. Called on the connection's event loop.
 */
public interface ReturnRoute {
    /** Returns whether the connection is to leave with the request that just arrived. Called once per request. */
    boolean isWanted();

    /** Takes a connection that no event loop has, with its unread bytes, which stay the caller's. */
    void leaves(ByteBuf begun);
}
