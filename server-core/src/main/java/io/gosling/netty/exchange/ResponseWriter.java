package io.gosling.netty.exchange;

import io.gosling.document.Body;
import io.gosling.http.Headers;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes one response in a protocol's own framing: {@link #whole} or {@link #file}, or {@link #head}, then pieces, then
 * {@link #end}. Used by the exchange's thread; futures complete when their bytes are with the socket.
 */
public interface ResponseWriter {
    /** Maximum number of pieces whose writes are not done. */
    int PIECES = 2;

    /**
     * Writes the head and all of the body, whose reference passes over; null where the head is all. A large body must
     * be in direct memory, or the socket's copy of it would be as large.
     */
    ChannelFuture whole(@Nullable ByteBuf body);

    ChannelFuture head();

    /** Writes a part of the body, whose reference passes over. */
    ChannelFuture piece(ByteBuf part);

    /** Writes the head and a file as the body; null, with nothing written, where it must be given in pieces. */
    @Nullable
    ChannelFuture file(Body.InFile file);

    /** Ends the body, with trailers where its length was not announced; null when that needs no further bytes. */
    @Nullable
    ChannelFuture end(Headers trailers);

    /** Breaks the body off in a way that the client can detect. */
    void abort();

    ByteBuf buffer(int bytes);

    /**
     * Waits for a write, without the exchange's slot while only the client is waited for.
     *
     * @param written null is done already
     * @param held bytes of the body that stay in memory meanwhile
     */
    void await(@Nullable ChannelFuture written, long held) throws IOException;
}
