package io.gosling.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;

/**
 * Bytes to responses, one for each request that it was told of. Belongs to one connection and its event loop.
 *
 * <p>Netty's takes lines as they come: bytes behind a response that make no whole header are no message, and nobody hears of
 * them until the next response has come behind them.
 */
public class ResponseDecoder extends HttpResponseDecoder implements BetweenResponses {
    private boolean toHead;
    private boolean begun;

    public ResponseDecoder(HttpDecoderConfig config) {
        super(config);
    }

    /** The next final response answers a request: a HEAD, so that no body follows, or another. */
    public final void expect(boolean head) {
        toHead = head;
    }

    /** Whether a part of a response has been taken that is not given yet. */
    protected final boolean hasBegun() {
        return begun;
    }

    @Override
    public boolean isBetweenResponses() {
        return !begun && actualReadableBytes() == 0;
    }

    @Override
    protected HttpMessage createMessage(String[] firstLine) {
        begun = true;
        return super.createMessage(firstLine);
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws Exception {
        int before = out.size();
        super.decode(context, in, out);
        if (out.size() > before && out.get(out.size() - 1) instanceof LastHttpContent) {
            begun = false;
        }
    }

    /** An answer to HEAD announces a body that does not come; an interim one before it is none. */
    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage message) {
        boolean isFinal =
                message instanceof HttpResponse response && response.status().code() >= 200;
        return (toHead && isFinal) || super.isContentAlwaysEmpty(message);
    }
}
