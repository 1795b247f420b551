package io.gosling.netty.client;

import java.net.ConnectException;

/** Reports that no connection was available within the pool's own limits; it says nothing of the other side. */
public final class PoolExhaustedException extends ConnectException {
    public PoolExhaustedException(String message) {
        super(message);
    }
}
