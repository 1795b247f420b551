package io.gosling.gos.memory;

import io.gosling.caching.StoredReply;
import io.netty.buffer.ByteBuf;

/** Takes responses that another node had into this node's memory, as if their origin had sent them. Any thread. */
@FunctionalInterface
public interface ReplyIntake {
    /**
     * Offers a response that has wholly come.
     *
     * @param permit from before it was asked for
     * @param key as it was held under, variant included
     * @param bytes whose reference passes over in every case
     * @return whether it is kept
     */
    boolean take(ReplyMemory.Permit permit, String key, StoredReply reply, ByteBuf bytes);
}
