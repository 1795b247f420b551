package io.gosling.netty.server;

import io.netty.buffer.ByteBuf;

/**
 * Where a connection that was taken over may go, instead of being answered here: back to whoever accepted it, as a rule. Asked
 * and told on the connection's event loop.
 */
public interface ReturnRoute {
    /** Whether it is to go with the request that has just come, whose document is not in memory. Asked once for each. */
    boolean isWanted();

    /**
     * It is registered with no event loop and has nothing left to write: nothing happens on it until {@link AdoptedConnection#left} or
     * {@link AdoptedConnection#comeBack}.
     *
     * @param begun all that was read of it and not answered, the beginning of a request first; stays the caller's
     */
    void leaves(ByteBuf begun);
}
