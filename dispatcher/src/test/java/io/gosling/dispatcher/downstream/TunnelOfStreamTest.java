package io.gosling.dispatcher.downstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Ticker;
import io.gosling.http.Headers;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.http2.Http2RequestSink;
import io.gosling.netty.http2.Http2ServerContext;
import io.gosling.netty.http2.Http2StreamResponder;
import io.gosling.netty.http2.Http2Streams;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitCounters;
import io.gosling.netty.transport.EventLoopTimer;
import io.gosling.testing.FrameClient;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalIoHandler;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Stream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stream of HTTP/2 is a tunnel's client: the codec is the real one, and there is no socket. */
class TunnelOfStreamTest {
    private static final byte[] PIECE = new byte[12_000];

    private final EmbeddedChannel client = new EmbeddedChannel();
    private final HalfClosingChannel backend = new HalfClosingChannel();
    private final List<Long> over = new ArrayList<>();
    private final ByteBuf all = Unpooled.buffer();
    private final List<FrameClient.Frame> came = new ArrayList<>();
    private @Nullable TunnelEndpoint end;
    private @Nullable Tunnel tunnel;

    @BeforeEach
    void connect() {
        new Http2ServerContext(
                        Http2Limits.defaults(),
                        true,
                        HttpLimits::defaults,
                        () -> new RequestValidator(HttpLimits.defaults()),
                        new LimitCounters(),
                        new AtomicBoolean(),
                        Ticker.system())
                .speak(
                        client,
                        new EventLoopTimer(
                                client.eventLoop(), Ticker.system(), InstantSource.system(), Headers.empty()),
                        () -> {},
                        (streams, ended) -> new Sink(streams));
        client.pipeline().fireChannelActive();
        client.writeInbound(Unpooled.copiedBuffer("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", StandardCharsets.US_ASCII));
        send(FrameClient.SETTINGS, 0, 0);
        send(FrameClient.HEADERS, FrameClient.END_HEADERS, 1, FrameClient.header("POST", "/talk"));
    }

    @AfterEach
    void close() {
        client.finishAndReleaseAll();
        backend.finishAndReleaseAll();
    }

    /** Makes a tunnel of the request's stream. */
    private final class Sink implements Http2RequestSink {
        private final Http2Streams streams;

        Sink(Http2Streams streams) {
            this.streams = streams;
        }

        @Override
        public void take(Http2Stream stream, HttpRequest request, boolean last, long now) {
            Http2RequestInput pieces =
                    new Http2RequestInput(piece -> tunnel().received(piece), bytes -> streams.consume(stream, bytes));
            Http2ResponseOutput output = new Http2ResponseOutput(streams, stream, () -> tunnel().clientHasRoom());
            streams.setAnswer(stream, new Http2StreamResponder(now) {
                @Override
                public boolean receive(ByteBuf piece, boolean last, long at) {
                    ByteBuf kept = piece.retain();
                    pieces.arrived(last ? new DefaultLastHttpContent(kept) : new DefaultHttpContent(kept));
                    return true;
                }
            });
            output.head(Http2ResponseHeaderMapping.head(
                    new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK), Headers.empty()));
            output.flush();
            end = new TunnelEndpoint.Stream(pieces, output, () -> {
                streams.reset(stream, Http2Error.CANCEL);
                streams.flush();
            });
            tunnel = tunnelTo(backend, Duration.ofHours(1));
        }

        @Override
        public void refuse(
                Http2Stream stream, RequestValidator.Refusal refusal, @Nullable HttpRequest request, long now) {
            throw new AssertionError(refusal.toString());
        }
    }

    private Tunnel tunnelTo(Channel channel, Duration time) {
        return new Tunnel(
                Objects.requireNonNull(end), channel, new Tunnel.Timeout(time, time, time), limit -> {}, over::add);
    }

    private Tunnel tunnel() {
        if (tunnel == null) {
            throw new AssertionError("no request came");
        }
        return tunnel;
    }

    private void send(int type, int flags, int stream, byte... payload) {
        client.writeInbound(Unpooled.wrappedBuffer(FrameClient.frame(type, flags, stream, payload)));
    }

    /** Three pieces, more than half of the window, of which a tunnel asks for one before it looks at the back-end. */
    private void sendThree() {
        for (int i = 0; i < 3; i++) {
            send(FrameClient.DATA, 0, 1, PIECE);
        }
    }

    /** The frames of a type that have come on the stream. */
    private List<FrameClient.Frame> came(int type) {
        client.runPendingTasks();
        backend.runPendingTasks();
        for (ByteBuf bytes = client.readOutbound(); bytes != null; bytes = client.readOutbound()) {
            all.writeBytes(bytes);
            bytes.release();
        }
        while (all.isReadable()) {
            int length = all.readUnsignedMedium();
            int frame = all.readByte();
            int flags = all.readByte();
            int stream = all.readInt();
            byte[] payload = new byte[length];
            all.readBytes(payload);
            came.add(new FrameClient.Frame(frame, flags, stream, payload));
        }
        return came.stream()
                .filter(frame -> frame.type() == type && frame.stream() == 1)
                .toList();
    }

    @Test
    void bytesPassBothWaysAndEachDirectionEndsByItself() {
        tunnel().open();
        tunnel().begin(false);
        send(FrameClient.DATA, 0, 1, (byte) 'a');
        assertEquals("a", taken());
        backend.writeInbound(Unpooled.copiedBuffer("b", StandardCharsets.US_ASCII));
        assertEquals('b', came(FrameClient.DATA).getLast().payload()[0]);
        send(FrameClient.DATA, FrameClient.END_STREAM, 1, (byte) 'c');
        assertEquals("c", taken());
        assertEquals(1, backend.outputEnds);
        assertEquals(List.of(), over);
        backend.endInput();
        assertTrue(came(FrameClient.DATA).getLast().ends());
        assertEquals(List.of(1L), over);
    }

    private String taken() {
        StringBuilder text = new StringBuilder();
        for (ByteBuf bytes = backend.readOutbound(); bytes != null; bytes = backend.readOutbound()) {
            text.append(bytes.toString(StandardCharsets.US_ASCII));
            bytes.release();
        }
        return text.toString();
    }

    /** Nothing else tells the tunnel to ask for the pieces that wait. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBackEndThatTakesNothingAndClosesGivesTheClientsWindowBack(boolean before) {
        backend.takeNothing();
        if (before) {
            backend.close();
        }
        tunnel().open();
        if (before) {
            sendThree();
            tunnel().begin(false);
        } else {
            tunnel().begin(false);
            sendThree();
            assertEquals(List.of(), came(FrameClient.WINDOW_UPDATE));
            backend.close();
        }
        assertEquals(1, came(FrameClient.WINDOW_UPDATE).size());
        assertTrue(came(FrameClient.DATA).getLast().ends());
        assertEquals(List.of(), came(FrameClient.RST_STREAM), "the client may end by itself");
        assertEquals(List.of(0L), over);
    }

    @Test
    void aBackEndThatIsResetAfterItsEndResetsTheStreamAndGivesTheWindowBack() {
        tunnel().open();
        tunnel().begin(false);
        backend.takeNothing();
        sendThree();
        backend.endInput();
        assertTrue(came(FrameClient.DATA).getLast().ends());
        assertEquals(List.of(), came(FrameClient.RST_STREAM));
        backend.pipeline().fireExceptionCaught(new IOException("reset by peer"));
        assertEquals(1, came(FrameClient.WINDOW_UPDATE).size());
        assertEquals(
                Http2Error.CANCEL.code(), came(FrameClient.RST_STREAM).getLast().error());
        assertEquals(List.of(0L), over);
    }

    /** A back-end that was closed before the tunnel was opened never says so again. */
    @Test
    void noTimerIsLeftWhereBothAreClosed() throws Exception {
        var loops = new MultiThreadIoEventLoopGroup(1, LocalIoHandler.newFactory());
        try {
            LocalChannel gone = new LocalChannel();
            loops.register(gone).sync();
            EventLoop loop = gone.eventLoop();
            Duration time = Duration.ofMillis(1);
            Tunnel late = tunnelTo(gone, time);
            loop.submit(() -> {
                        late.open();
                        late.begin(false);
                        late.clientClosed();
                    })
                    .sync();
            // Timers of a loop fire in order.
            loop.schedule(() -> {}, time.toNanos() + 1, TimeUnit.NANOSECONDS).sync();
            loop.submit(() -> assertEquals(List.of(), came(FrameClient.RST_STREAM)))
                    .sync();
            assertEquals(List.of(0L), over);
        } finally {
            loops.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        }
    }
}
