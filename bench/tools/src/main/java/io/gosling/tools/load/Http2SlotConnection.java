package io.gosling.tools.load;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2ChannelDuplexHandler;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One connection of HTTP/2 without TLS, by prior knowledge (RFC 9113, section 3.3), with slots for a fixed number of
 * concurrent streams. Streams beyond those that the server allows wait for others to end. After GOAWAY a new connection
 * is opened, and the old one is closed when its last stream has ended. Used on its event loop.
 */
final class Http2SlotConnection {
    private static final int WINDOW = 1 << 20;
    private static final AsciiString CACHE_STATUS = AsciiString.cached("cache-status");

    private final ServerConnector connecting;
    private final RequestSlot.Requester requester;
    private final CacheStatusClassifier kinds;
    private final List<Place> places = new ArrayList<>();
    private final List<Connection> connections = new ArrayList<>();
    private @Nullable Connection current;

    Http2SlotConnection(ServerConnector connecting, RequestSlot.Requester requester, CacheStatusClassifier kinds) {
        this.connecting = connecting;
        this.requester = requester;
        this.kinds = kinds;
        for (int i = 0; i < connecting.settings().streams(); i++) {
            places.add(new Place());
        }
    }

    List<RequestSlot> links() {
        return List.copyOf(places);
    }

    private Connection connection() {
        Connection open = current;
        if (open == null) {
            open = new Connection();
            current = open;
            connections.add(open);
            open.connect();
        }
        return open;
    }

    /** A slot for one stream after the other. */
    private final class Place implements RequestSlot {
        private byte[] target = new byte[0];
        private long asked;
        private boolean busy;
        private int status;
        private long bytes;
        private String kind = CacheStatusClassifier.NONE;
        private @Nullable Connection on;
        private @Nullable Http2FrameStream stream;

        @Override
        public void ask(byte[] path, long now) {
            target = path;
            asked = now;
            busy = true;
            bytes = 0;
            status = 0;
            Connection open = connection();
            on = open;
            stream = null;
            open.send(this);
        }

        private void header(Http2Headers headers) {
            CharSequence value = headers.status();
            status = value == null || value.length() != 3
                    ? 0
                    : AsciiString.of(value).parseInt();
            List<CharSequence> of = headers.getAll(CACHE_STATUS);
            kind = kinds.of(AsciiString.of(of.size() == 1 ? of.getFirst() : String.join(", ", of)));
        }

        private void end() {
            if (!busy) {
                return;
            }
            busy = false;
            if (status < 200 || status > 999) {
                requester.failed(this, RequestFailureReason.FAULT, false);
            } else {
                requester.answered(this, status, kind, bytes);
            }
        }

        private void fail(RequestFailureReason why, boolean lost) {
            if (busy) {
                busy = false;
                requester.failed(this, why, lost);
            }
        }

        @Override
        public void giveUp(long since) {
            if (busy && asked - since <= 0) {
                Connection open = on;
                if (open != null) {
                    open.forget(this);
                }
                fail(RequestFailureReason.TIME_OUT, false);
            }
        }

        @Override
        public void close() {
            current = null;
            List.copyOf(connections).forEach(Connection::close);
        }
    }

    @ChannelHandler.Sharable
    private final class Connection extends Http2ChannelDuplexHandler {
        private final Http2FrameCodec codec = Http2FrameCodecBuilder.forClient()
                .initialSettings(Http2Settings.defaultSettings()
                        .initialWindowSize(WINDOW)
                        .pushEnabled(false))
                .encoderEnforceMaxConcurrentStreams(true)
                .build();
        private final Map<Http2FrameStream, Place> open = new HashMap<>();
        private final List<Place> early = new ArrayList<>();
        private @Nullable Channel channel;
        private boolean ready;
        private boolean over;

        void connect() {
            ChannelHandler both = new ChannelInitializer<>() {
                @Override
                protected void initChannel(Channel made) {
                    made.pipeline().addLast(codec, Connection.this);
                }
            };
            connecting.connect(both, tried -> lost(RequestFailureReason.CONNECT, true));
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            channel = ctx.channel();
            ctx.write(new DefaultHttp2WindowUpdateFrame(16 * WINDOW), ctx.voidPromise());
            if (over) {
                ctx.close();
            }
        }

        private void begin() {
            ready = true;
            List<Place> waiting = List.copyOf(early);
            early.clear();
            waiting.forEach(this::send);
        }

        void send(Place place) {
            Channel to = channel;
            if (to == null || !ready) {
                early.add(place);
                return;
            }
            TargetServer server = connecting.server();
            Http2Headers headers = new DefaultHttp2Headers(false)
                    .method("GET")
                    .scheme(server.secure() ? "https" : "http")
                    .authority(server.authority())
                    .path(new AsciiString(place.target, false));
            connecting.settings().fields().forEach((name, value) -> headers.add(name.toLowerCase(Locale.ROOT), value));
            Http2FrameStream stream = newStream();
            place.stream = stream;
            open.put(stream, place);
            to.writeAndFlush(new DefaultHttp2HeadersFrame(headers, true).stream(stream))
                    .addListener(done -> {
                        if (!done.isSuccess() && open.remove(stream, place)) {
                            // No more streams on this connection, as after GOAWAY: the next request opens another.
                            retire();
                            place.fail(RequestFailureReason.RESET, false);
                            closeIfDone();
                        }
                    });
        }

        void forget(Place place) {
            early.remove(place);
            Http2FrameStream stream = place.stream;
            Channel to = channel;
            if (stream != null && open.remove(stream, place) && to != null) {
                // By the encoder, since the frame codec knows nothing of a stream that still waits to be opened.
                ChannelHandlerContext ctx = to.pipeline().context(codec);
                if (ctx != null) {
                    codec.encoder().writeRstStream(ctx, stream.id(), Http2Error.CANCEL.code(), ctx.newPromise());
                    ctx.flush();
                }
            }
            closeIfDone();
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            try {
                if (message instanceof Http2StreamFrame frame) {
                    read(ctx, frame);
                } else if (message instanceof Http2SettingsFrame && !ready) {
                    begin();
                } else if (message instanceof Http2GoAwayFrame) {
                    retire();
                    closeIfDone();
                }
            } finally {
                ReferenceCountUtil.release(message);
            }
        }

        private void read(ChannelHandlerContext ctx, Http2StreamFrame frame) {
            Http2FrameStream stream = frame.stream();
            Place place = open.get(stream);
            boolean last = false;
            if (frame instanceof Http2HeadersFrame head) {
                last = head.isEndStream();
                if (place != null && place.status < 200) {
                    place.header(head.headers());
                }
            } else if (frame instanceof Http2DataFrame data) {
                last = data.isEndStream();
                int length = data.initialFlowControlledBytes();
                if (place != null) {
                    place.bytes += data.content().readableBytes();
                }
                ctx.write(new DefaultHttp2WindowUpdateFrame(length).stream(stream), ctx.voidPromise());
            } else if (frame instanceof Http2ResetFrame && place != null) {
                open.remove(stream);
                place.fail(RequestFailureReason.RESET, false);
            }
            if (last && place != null) {
                open.remove(stream);
                place.end();
            }
            closeIfDone();
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            ctx.flush();
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            lost(RequestFailureReason.RESET, false);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }

        private void retire() {
            if (this.equals(current)) {
                current = null;
            }
        }

        private void closeIfDone() {
            if (!this.equals(current) && open.isEmpty() && early.isEmpty()) {
                close();
            }
        }

        private void lost(RequestFailureReason why, boolean wait) {
            retire();
            connections.remove(this);
            List<Place> left = new ArrayList<>(open.values());
            left.addAll(early);
            open.clear();
            early.clear();
            left.forEach(place -> place.fail(why, wait));
        }

        void close() {
            over = true;
            Channel to = channel;
            if (to != null) {
                to.close();
            }
        }
    }
}
