package io.gosling.netty.client;

import java.net.ConnectException;

/** There was no connection to be had within the pool's own bounds; it says nothing of the other side. */
public final class PoolExhaustedException extends ConnectException {
    private static final long serialVersionUID = 1;

    public PoolExhaustedException(String message) {
        super(message);
    }
}
