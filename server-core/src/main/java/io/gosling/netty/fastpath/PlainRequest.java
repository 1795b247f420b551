package io.gosling.netty.fastpath;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * A request without a body that is forwarded as bytes. Its headers are decoded on first access, and sent
 * encoded anew after it. Belongs to one event loop.
 */
public final class PlainRequest extends DefaultFullHttpRequest {
    private final byte[] header;
    private @Nullable HttpHeaders decoded;

    /** @param header the whole header, its empty line included */
    PlainRequest(HttpMethod method, String target, byte[] header) {
        super(
                HttpVersion.HTTP_1_1,
                method,
                target,
                Unpooled.EMPTY_BUFFER,
                EmptyHttpHeaders.INSTANCE,
                EmptyHttpHeaders.INSTANCE);
        this.header = header;
    }

    @Override
    public HttpHeaders headers() {
        HttpHeaders headers =
                decoded == null ? PlainRequestParser.decode(header).headers() : decoded;
        decoded = headers;
        return headers;
    }

    /** Returns the request in a buffer of the caller's; null once its headers were asked for. */
    public @Nullable ByteBuf encoded(ByteBufAllocator allocator) {
        return decoded == null ? allocator.ioBuffer(header.length).writeBytes(header) : null;
    }
}
