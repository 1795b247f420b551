package io.gosling.tools.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A link over connections of HTTP/1.1, one after the other. Used on its event loop. */
@ChannelHandler.Sharable
final class Http1RequestSlot extends ChannelInboundHandlerAdapter implements RequestSlot {
    private static final byte[] GET = {'G', 'E', 'T', ' '};

    private final ServerConnector connecting;
    /** The constant text behind the target in a request. */
    private final byte[] rest;

    private final Requester requester;
    private final CacheStatusClassifier kinds;
    private final boolean keep;
    private final ResponseScanner scanner;
    private byte[] target = new byte[0];
    private long asked;
    private boolean busy;
    private @Nullable ChannelFuture connected;
    private @Nullable Channel channel;

    Http1RequestSlot(
            ServerConnector connecting, Requester requester, CacheStatusClassifier kinds, ResponseScanner.Sink body) {
        StringBuilder text = new StringBuilder(" HTTP/1.1\r\nHost: ")
                .append(connecting.server().authority());
        connecting
                .settings()
                .fields()
                .forEach((name, value) ->
                        text.append("\r\n").append(name).append(": ").append(value));
        this.keep = connecting.settings().keep();
        text.append(keep ? "\r\n\r\n" : "\r\nConnection: close\r\n\r\n");
        this.rest = text.toString().getBytes(StandardCharsets.ISO_8859_1);
        this.connecting = connecting;
        this.requester = requester;
        this.kinds = kinds;
        this.scanner = new ResponseScanner(body);
    }

    @Override
    public void ask(byte[] path, long now) {
        target = path;
        asked = now;
        busy = true;
        scanner.begin();
        Channel open = channel;
        if (open != null) {
            send(open);
        } else {
            connected = connecting.connect(this, this::refused);
        }
    }

    private void refused(ChannelFuture tried) {
        if (busy && tried.equals(connected)) {
            fail(RequestFailureReason.CONNECT, true);
        }
    }

    private void send(Channel open) {
        ByteBuf request = open.alloc().directBuffer(GET.length + target.length + rest.length);
        open.writeAndFlush(request.writeBytes(GET).writeBytes(target).writeBytes(rest), open.voidPromise());
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        channel = ctx.channel();
        if (busy) {
            send(ctx.channel());
        } else {
            close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            // Late data, from a connection that was given up, is ignored.
            if (ctx.channel().equals(channel)) {
                read(in);
            }
        } finally {
            in.release();
        }
    }

    private void read(ByteBuf in) {
        try {
            if (!busy) {
                throw new MalformedResponseException("an answer to nothing");
            }
            if (!scanner.read(in)) {
                return;
            }
            if (in.isReadable()) {
                throw new MalformedResponseException("more than was asked for");
            }
            succeed();
        } catch (MalformedResponseException e) {
            close();
            if (busy) {
                fail(RequestFailureReason.FAULT, false);
            }
        }
    }

    private void succeed() {
        ParsedResponseHead head = scanner.head();
        if (!keep || !head.keepsAlive()) {
            close();
        }
        busy = false;
        requester.answered(this, head.status(), kinds.of(head.cacheStatus()), scanner.bytes());
    }

    private void fail(RequestFailureReason why, boolean lost) {
        busy = false;
        requester.failed(this, why, lost);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (!ctx.channel().equals(channel)) {
            return;
        }
        channel = null;
        if (busy && scanner.end()) {
            succeed();
        } else if (busy) {
            fail(RequestFailureReason.RESET, false);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (ctx.channel().equals(channel)) {
            // This is not the end of a body without a length, as a normal close is.
            channel = null;
            if (busy) {
                fail(RequestFailureReason.RESET, false);
            }
        }
        ctx.close();
    }

    @Override
    public void giveUp(long since) {
        if (busy && asked - since <= 0) {
            close();
            fail(RequestFailureReason.TIME_OUT, false);
        }
    }

    ParsedResponseHead head() {
        return scanner.head();
    }

    @Override
    public void close() {
        Channel open = channel;
        ChannelFuture trying = connected;
        channel = null;
        connected = null;
        if (open != null) {
            open.close();
        } else if (trying != null) {
            // The connection may still be opening; it is closed if it succeeds.
            trying.addListener(done -> {
                if (done.isSuccess()) {
                    trying.channel().close();
                }
            });
        }
    }
}
