package io.gosling.dispatcher.relay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** A client's connection that accepts responses as bytes. Belongs to its event loop. */
public interface RawResponseOutput {
    ByteBufAllocator allocator();

    /** A part of the response, whose reference passes to here. */
    void writePlainly(ByteBuf part);

    /** The response's last part, sent with all before it. */
    void endPlainly(ByteBuf part, boolean keepAlive);
}
