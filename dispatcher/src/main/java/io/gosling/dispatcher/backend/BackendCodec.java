package io.gosling.dispatcher.backend;

import io.gosling.netty.client.ConnectionPool;
import io.gosling.netty.fastpath.PlainRequest;
import io.gosling.netty.http1.ResponseBoundaryTracker;
import io.gosling.netty.http1.ResponseDecoder;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.CombinedChannelDuplexHandler;
import io.netty.handler.codec.http.HttpRequestEncoder;
import java.util.List;

/**
 * The codec of a connection to a back-end, notified of each request in advance. If permitted, it passes on a plain
 * response as a {@link RawResponseHead} with the bytes of the body as they come; every other one is decoded. A {@link
 * PlainRequest} goes out as the bytes that it is. Belongs to one connection and its event loop.
 */
public final class BackendCodec extends CombinedChannelDuplexHandler<BackendCodec.Responses, BackendCodec.Requests>
        implements ResponseBoundaryTracker {
    public BackendCodec() {
        super(new Responses(), new Requests());
    }

    /** The next final response answers this; none to a HEAD has a body. */
    void expect(boolean head, boolean plainly) {
        Responses responses = inboundHandler();
        responses.expect(head);
        responses.plainly = plainly && !head;
    }

    boolean isPlainlyOver() {
        return inboundHandler().left == 0;
    }

    @Override
    public boolean isBetweenResponses() {
        return inboundHandler().isBetweenResponses();
    }

    static final class Requests extends HttpRequestEncoder {
        @Override
        public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) throws Exception {
            ByteBuf plain = message instanceof PlainRequest request ? request.encoded(ctx.alloc()) : null;
            if (plain == null) {
                super.write(ctx, message, promise);
            } else {
                ctx.write(plain, promise);
            }
        }
    }

    static final class Responses extends ResponseDecoder {
        private boolean plainly;
        private long left;

        Responses() {
            super(ConnectionPool.decoding());
        }

        @Override
        public boolean isBetweenResponses() {
            return left == 0 && super.isBetweenResponses();
        }

        @Override
        protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
            if (left > 0) {
                int piece = (int) Math.min(left, in.readableBytes());
                left -= piece;
                out.add(in.readRetainedSlice(piece));
                return;
            }
            if (plainly && !hasBegun()) {
                plainly = false;
                RawResponseHead response = RawResponseHead.ofThread();
                if (response.read(in)) {
                    in.skipBytes(response.length());
                    left = response.bodyBytes();
                    out.add(response);
                    return;
                }
            }
            super.decode(ctx, in, out);
        }
    }
}
