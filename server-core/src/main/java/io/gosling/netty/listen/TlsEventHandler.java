package io.gosling.netty.listen;

import io.gosling.netty.tls.ClusterTls;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SniCompletionEvent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The stage after TLS: waits for the handshake, sets up the following stages, and from then on makes a secure
 * connection look like a plain one: the other side's close_notify is the end of input, and every TLS error closes the
 * connection. A client that fails is logged in one debug line, however it fails. Belongs to one connection and its
 * loop.
 */
final class TlsEventHandler extends ChannelInboundHandlerAdapter {
    private static final System.Logger LOG = System.getLogger(TlsEventHandler.class.getName());
    private static final String SORRY = "This port speaks HTTPS, and the request came without TLS.\n";
    private static final byte[] PLAIN_ANSWER = ("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\n"
                    + "Content-Length: " + SORRY.length() + "\r\nConnection: close\r\n\r\n" + SORRY)
            .getBytes(StandardCharsets.US_ASCII);

    private final AtomicInteger handshakes;
    private final BiConsumer<Channel, @Nullable String> next;
    private final BiConsumer<SocketAddress, Throwable> failed;
    private boolean counted;
    private boolean secure;

    /**
     * @param next sets up the protocol on a secure connection; gets the result of ALPN, or null
     * @param failed gets the address of a connection whose handshake has failed, unless the client only closed it
     */
    TlsEventHandler(
            AtomicInteger handshakes,
            BiConsumer<Channel, @Nullable String> next,
            BiConsumer<SocketAddress, Throwable> failed) {
        this.handshakes = handshakes;
        this.next = next;
        this.failed = failed;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        handshakes.incrementAndGet();
        counted = true;
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        handshakeIsOver();
    }

    private void handshakeIsOver() {
        if (counted) {
            counted = false;
            handshakes.decrementAndGet();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            handshakeEnded(ctx, handshake);
        } else if (event instanceof SslCloseCompletionEvent) {
            ctx.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        } else if (!secure && event == Listener.Drain.BEGUN) {
            ctx.close();
        } else if (event == ClusterTls.Retirement.SECRET_REMOVED) {
            ctx.fireUserEventTriggered(Listener.Drain.BEGUN);
        } else if (!(event instanceof SniCompletionEvent)) {
            ctx.fireUserEventTriggered(event);
        }
    }

    private void handshakeEnded(ChannelHandlerContext ctx, SslHandshakeCompletionEvent handshake) {
        handshakeIsOver();
        if (!handshake.isSuccess()) {
            if (handshake.cause() instanceof NotSslRecordException) {
                // Past the TLS stage, which has nothing to encrypt with.
                ctx.pipeline().firstContext().writeAndFlush(Unpooled.wrappedBuffer(PLAIN_ANSWER));
            }
            if (ctx.channel().isActive()) {
                failed.accept(ctx.channel().remoteAddress(), handshake.cause());
            }
            giveUp(ctx, "handshake", handshake.cause());
        } else {
            secure = true;
            next.accept(ctx.channel(), ctx.pipeline().get(SslHandler.class).applicationProtocol());
            ctx.fireChannelActive();
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        // Told to the stages behind when there are any.
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        giveUp(ctx, "connection", cause);
    }

    private static void giveUp(ChannelHandlerContext ctx, String what, Throwable cause) {
        LOG.log(Level.DEBUG, "TLS {0} of {1} failed: {2}", what, ctx.channel().remoteAddress(), cause);
        ctx.channel().close();
    }
}
