package io.gosling.dispatcher;

import io.gosling.dispatcher.Deadline.Wait;
import io.gosling.netty.InputEnd;
import io.gosling.netty.SocketEnd;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Two connections after a change of protocol: bytes pass both ways as they come, and neither side is read while the other
 * does not take them. A side that ends its direction ends the other's in turn, and what comes the other way still passes;
 * with TLS the end of one direction is the end of both. Belongs to the event loop of both connections, and closes them.
 *
 * <p>The whole time of a request does not bound it; pauses do: {@code idle} while both sides may speak, {@code rest} for
 * what is still under way when one of them has ended.
 */
final class Tunnel {
    /** For a side that is still sending to take the last bytes and leave: closing at once would reset its connection. */
    private static final Duration LEAVING = Duration.ofSeconds(2);

    private final Side client;
    private final Side backend;
    private final Duration idle;
    private final Duration rest;
    private final Runnable silent;
    private final LongConsumer over;
    private final Deadline deadline;
    private boolean ending;

    /**
     * Between two connections.
     *
     * @param silent told when nothing has passed for {@code idle}, before both are closed
     * @param over told once, when one side has closed, how many bytes the client was sent
     */
    Tunnel(Channel client, Channel backend, Duration idle, Duration rest, Runnable silent, LongConsumer over) {
        this.client = new Side(client);
        this.backend = new Side(backend);
        this.idle = idle;
        this.rest = rest;
        this.silent = silent;
        this.over = over;
        this.deadline = new Deadline(client.eventLoop(), wait -> expired());
    }

    /** Takes its place behind what else is in both pipelines. */
    void open() {
        backend.channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        backend.channel.pipeline().addFirst(new InputEnd()).addLast(backend);
        client.channel.pipeline().addLast(client);
        deadline.start(Wait.TUNNEL, idle);
    }

    /**
     * Begins to read, when what was HTTP is gone from both pipelines.
     *
     * @param clientEnded whether the client has ended its direction before
     */
    void begin(boolean clientEnded) {
        if (clientEnded) {
            client.ended();
        } else {
            client.pull();
        }
        backend.pull();
        if (!client.channel.isActive() || !backend.channel.isActive()) {
            end();
        }
    }

    /** One side is gone: the other gets what was sent to it, and is closed. */
    private void end() {
        if (ending) {
            return;
        }
        ending = true;
        deadline.start(Wait.TUNNEL, rest);
        client.leave();
        backend.leave();
        over.accept(backend.bytes);
    }

    private void expired() {
        if (!ending && !client.ended && !backend.ended) {
            silent.run();
        }
        client.channel.close();
        backend.channel.close();
        end();
    }

    /** One of the two connections. */
    private final class Side extends ChannelInboundHandlerAdapter {
        private final Channel channel;
        private boolean ended;
        private long bytes;

        Side(Channel channel) {
            this.channel = channel;
        }

        private Side other() {
            return equals(client) ? backend : client;
        }

        void pull() {
            if (!ended && other().channel.isWritable()) {
                channel.read();
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (!(message instanceof ByteBuf piece) || ending) {
                ReferenceCountUtil.release(message);
                return;
            }
            bytes += piece.readableBytes();
            deadline.start(Wait.TUNNEL, ended || other().ended ? rest : idle);
            other().channel.write(piece, other().channel.voidPromise());
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            other().channel.flush();
            if (ending && !ended) {
                channel.read(); // and thrown away
            } else {
                pull();
            }
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext ctx) {
            if (channel.isWritable()) {
                other().pull();
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event == ChannelInputShutdownEvent.INSTANCE) {
                ended();
            } else {
                ctx.fireUserEventTriggered(event);
            }
        }

        /** It sends no more. */
        void ended() {
            ended = true;
            if (ending) {
                closeAfterAll();
                return;
            }
            boolean byHalves = isPlain() && other().isPlain();
            if (other().ended || !byHalves) {
                end();
                return;
            }
            deadline.start(Wait.TUNNEL, rest);
            other().afterAll(channel -> ((DuplexChannel) channel).shutdownOutput());
        }

        private boolean isPlain() {
            return channel instanceof DuplexChannel && channel.pipeline().get(SslHandler.class) == null;
        }

        /** Gets all that was sent to it; then, if it may still be sending, it is told that nothing more is heard. */
        void leave() {
            afterAll(sent -> {
                if (ended || !sent.isActive()) {
                    sent.close();
                    return;
                }
                var timer = sent.eventLoop().schedule(() -> sent.close(), LEAVING.toNanos(), TimeUnit.NANOSECONDS);
                sent.closeFuture().addListener(closed -> timer.cancel(false));
                SocketEnd.endOutput(sent);
                sent.read();
            });
        }

        private void closeAfterAll() {
            afterAll(Channel::close);
        }

        private void afterAll(Consumer<Channel> then) {
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER)
                    .addListener((ChannelFutureListener) sent -> then.accept(sent.channel()));
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            end();
            if (!other().channel.isActive()) {
                deadline.stop();
                deadline.cancel();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            channel.close();
            end();
        }
    }
}
