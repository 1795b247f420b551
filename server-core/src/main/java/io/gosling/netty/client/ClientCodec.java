package io.gosling.netty.client;

import io.gosling.netty.http1.ResponseBoundaryTracker;
import io.gosling.netty.http1.ResponseDecoder;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.CombinedChannelDuplexHandler;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestEncoder;
import java.util.List;

/** Encodes requests and decodes responses, one at a time; it sees itself which responses answer a HEAD. */
final class ClientCodec extends CombinedChannelDuplexHandler<ResponseDecoder, HttpRequestEncoder>
        implements ResponseBoundaryTracker {
    ClientCodec(HttpDecoderConfig config) {
        ResponseDecoder decoder = new ResponseDecoder(config);
        init(decoder, new HttpRequestEncoder() {
            @Override
            protected void encode(ChannelHandlerContext context, Object message, List<Object> out) throws Exception {
                if (message instanceof HttpRequest request) {
                    decoder.expect(HttpMethod.HEAD.equals(request.method()));
                }
                super.encode(context, message, out);
            }
        });
    }

    @Override
    public boolean isBetweenResponses() {
        return inboundHandler().isBetweenResponses();
    }
}
