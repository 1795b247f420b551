package io.gosling.gos.memory;

import io.gosling.caching.StoredResponseHead;
import io.netty.buffer.ByteBuf;

/** Takes responses that another node had into this node's memory, as if their origin had sent them. Any thread. */
@FunctionalInterface
public interface TransferredResponseSink {
    /**
     * Offers a response that has arrived completely.
     *
     * @param permit from before the request
     * @param key the key under which it was held, variant included
     * @param bytes the body; its reference is taken over in every case
     * @return true if it is stored
     */
    boolean take(ResponseMemory.Permit permit, String key, StoredResponseHead reply, ByteBuf bytes);
}
