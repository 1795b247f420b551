package io.gosling.netty.server;

import io.netty.buffer.ByteBuf;

/**
 * The route by which an adopted connection may leave instead of being answered here: back to the front-end that
 * accepted it, as a rule. Called on the connection's event loop.
 */
public interface ConnectionReturnRoute {
    /**
     * Returns whether the connection is to leave with the request that has just arrived, whose document is not in
     * memory. Called once per request.
     */
    boolean isWanted();

    /**
     * Takes a connection that is registered with no event loop and has nothing left to write: nothing happens on it
     * until {@link AdoptedConnection#left} or {@link AdoptedConnection#comeBack}.
     *
     * @param begun all bytes that were read and not answered, from the beginning of a request; stays the caller's
     */
    void leaves(ByteBuf begun);
}
