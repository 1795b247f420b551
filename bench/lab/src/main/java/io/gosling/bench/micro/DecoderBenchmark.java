package io.gosling.bench.micro;

import io.gosling.document.Ticker;
import io.gosling.netty.http1.RequestDecoder;
import io.gosling.netty.limits.HttpLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.TearDown;

/** Measures the cost of decoding a request with the headers that a browser sends, without a socket. */
public class DecoderBenchmark extends TimedBenchmark {
    private static final String REQUEST = """
            GET /docs/index.html?lang=en HTTP/1.1\r
            Host: www.example.com\r
            User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r
            Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r
            Accept-Language: en-US,en;q=0.5\r
            Accept-Encoding: gzip, deflate, br, zstd\r
            Connection: keep-alive\r
            \r
            """;

    private final ByteBuf request = Unpooled.unreleasableBuffer(
            Unpooled.directBuffer().writeBytes(REQUEST.getBytes(StandardCharsets.US_ASCII)));
    private final EmbeddedChannel channel =
            new EmbeddedChannel(new RequestDecoder(HttpLimits.defaults(), Ticker.system()));

    @Benchmark
    public int decode() {
        channel.writeInbound(request.duplicate());
        int pieces = 0;
        for (Object piece = channel.readInbound(); piece != null; piece = channel.readInbound()) {
            pieces++;
            ReferenceCountUtil.release(piece);
        }
        return pieces;
    }

    @TearDown
    public void close() {
        channel.finishAndReleaseAll();
    }
}
