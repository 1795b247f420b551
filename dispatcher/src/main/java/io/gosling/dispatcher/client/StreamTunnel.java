package io.gosling.dispatcher.client;

import io.gosling.dispatcher.relay.Deadline;
import io.gosling.dispatcher.relay.Deadline.Wait;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.transport.HalfCloseGuard;
import io.gosling.netty.transport.SocketShutdown;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * A {@link Tunnel} whose client side is an HTTP/2 stream (RFC 8441): bytes pass both ways as they come, and neither
 * side is read while the other does not take them. The end of a direction becomes the end of the stream's or the
 * connection's direction. Belongs to the event loop of both, and closes the back-end's connection after everything
 * pending was sent to it. A client that stops reading is detected by its stream, a back-end that stops reading here,
 * since bytes that wait for it take room from all streams of the client's connection.
 */
final class StreamTunnel extends ChannelInboundHandlerAdapter {
    private final StreamInput input;
    private final StreamOutput output;
    private final Runnable abort;
    private final Channel backend;
    private final Tunnel.Timeout timeout;
    private final Consumer<LimitKind> bites;
    private final LongConsumer over;
    private final Deadline deadline;
    private final Deadline taking;
    private final WriteProgress taken;
    private boolean clientEnded;
    private boolean backendEnded;
    private boolean broken;
    private boolean ended;
    /** True when the back-end gets no more data. */
    private boolean leaving;

    private long bytes;

    /**
     * @param abort resets the stream
     * @param bites receives the limit by which both are closed
     * @param over receives the bytes sent to the client, once at the end
     */
    StreamTunnel(
            StreamInput input,
            StreamOutput output,
            Runnable abort,
            Channel backend,
            Tunnel.Timeout timeout,
            Consumer<LimitKind> bites,
            LongConsumer over) {
        this.input = input;
        this.output = output;
        this.abort = abort;
        this.backend = backend;
        this.timeout = timeout;
        this.bites = bites;
        this.over = over;
        this.deadline = new Deadline(backend.eventLoop(), wait -> expired());
        this.taking = new Deadline(backend.eventLoop(), wait -> lookAtBackend());
        this.taken = new WriteProgress(backend);
    }

    void open() {
        backend.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        backend.pipeline().addFirst(new HalfCloseGuard()).addLast(this);
    }

    /** Begins to read, once the HTTP handlers are removed. */
    void begin() {
        awaitMore();
        input.more();
        pull();
        if (!backend.isActive()) {
            backendIsGone();
        }
    }

    private void awaitMore() {
        if (!ended) {
            deadline.start(Wait.TUNNEL, clientEnded || backendEnded ? timeout.rest() : timeout.idle());
        }
    }

    private void expired() {
        if (!ended && !clientEnded && !backendEnded) {
            bites.accept(LimitKind.TUNNEL_TIME);
        }
        closeBoth();
    }

    private void closeBoth() {
        if (!ended) {
            abort.run();
        }
        backend.close();
    }

    private void awaitBackend() {
        boolean waits = !backend.isWritable() && taken.unwritten() > 0;
        if (waits && !ended && !taking.isWaitingFor(Wait.TUNNEL)) {
            taken.note();
            taking.start(Wait.TUNNEL, timeout.rest());
        }
    }

    private void lookAtBackend() {
        if (taken.hasMoved()) {
            awaitBackend();
        } else if (!ended) {
            bites.accept(LimitKind.TUNNEL_TIME);
            closeBoth();
        }
    }

    void received(HttpContent piece) {
        boolean last = piece instanceof LastHttpContent;
        clientEnded |= last;
        if (ended || !backend.isActive() || !piece.content().isReadable()) {
            piece.release();
        } else {
            backend.writeAndFlush(piece.content(), backend.voidPromise());
        }
        if (backend.isActive()) {
            awaitMore(); // otherwise a client could send to a closed tunnel for ever
        }
        if (last) {
            backend.writeAndFlush(Unpooled.EMPTY_BUFFER)
                    .addListener((ChannelFutureListener) sent -> ((DuplexChannel) backend).shutdownOutput());
        } else if (!ended && (backend.isWritable() || !backend.isActive())) {
            input.more();
        }
        awaitBackend();
    }

    void pull() {
        if (!ended && !backendEnded && output.hasRoom()) {
            backend.read();
        }
    }

    /** Ends the tunnel with the stream; the back-end gets pending data and a moment to close. */
    void closed() {
        if (!ended) {
            ended = true;
            taking.end();
            deadline.start(Wait.TUNNEL, timeout.rest());
            backend.closeFuture().addListener(closed -> deadline.end());
            backend.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> leave());
            if (!backendEnded) {
                backend.read(); // and thrown away
            }
            over.accept(bytes);
        }
    }

    /** Shuts down the output to a back-end that is still sending; closing would reset unread data. */
    private void leave() {
        leaving = true;
        if (backendEnded || !backend.isActive()) {
            backend.close();
        } else {
            deadline.start(Wait.TUNNEL, Tunnel.LEAVING);
            SocketShutdown.endOutput(backend);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (!(message instanceof ByteBuf piece) || ended) {
            ReferenceCountUtil.release(message);
            return;
        }
        bytes += piece.readableBytes();
        awaitMore();
        output.body(piece);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (!ended) {
            output.flush();
            pull();
        } else if (!backendEnded) {
            backend.read();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (backend.isWritable() && !ended) {
            taking.stop();
            if (!clientEnded) {
                input.more();
            }
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            backendEnds();
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    /** Flushes to the client after the back-end's end; a reset becomes a reset stream (RFC 8441, section 5). */
    private void backendEnds() {
        boolean already = backendEnded;
        backendEnded = true;
        if (ended) {
            if (leaving) {
                backend.close();
            }
        } else if (!already) {
            awaitMore();
            if (broken) {
                output.afterAll(() -> {
                    if (!ended) {
                        abort.run();
                    }
                });
            } else {
                output.end();
            }
        }
    }

    private void backendIsGone() {
        backendEnds();
        if (!ended && !clientEnded) {
            input.more(); // and thrown away, until it ends
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        backendIsGone();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        broken = true;
        backend.close();
    }
}
