package io.gosling.dispatcher.client;

import io.gosling.dispatcher.relay.Deadline;
import io.gosling.dispatcher.relay.Deadline.Wait;
import io.gosling.dispatcher.relay.FrontEndContext;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.settings.TunnelSettings;
import io.gosling.netty.limits.HttpLimits;
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
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Two connections after a change of protocol: bytes pass both ways as they come, and neither side is read while the
 * other does not take them. A side that ends its direction ends the other's in turn, and what comes the other way still
 * passes; with TLS the end of one direction is the end of both. Belongs to the event loop of both connections, and
 * closes them.
 *
 * <p>The whole time of a request does not bound it; {@link Timeout} does.
 */
public final class Tunnel {
    /** Time for a side that is still sending to take the last bytes and close, without a reset. */
    static final Duration LEAVING = Duration.ofSeconds(2);

    /**
     * Timeouts after which both connections are closed.
     *
     * @param idle without a byte in either direction, while both sides may send
     * @param rest the same when one side has ended; in a {@link StreamTunnel} also the back-end's write timeout
     * @param write the client's write timeout
     */
    record Timeout(Duration idle, Duration rest, Duration write) {
        static Timeout of(FrontEndContext context) {
            RelaySettings how = context.relay();
            return new Timeout(
                    how.tunnels().get(TunnelSettings.IDLE_TIME),
                    how.get(RelaySettings.IDLE_TIME),
                    context.settings().get(HttpLimits.WRITE_TIME));
        }
    }

    private final Side client;
    private final Side backend;
    private final Timeout timeout;
    private final Consumer<LimitKind> bites;
    private final LongConsumer over;
    private final Deadline deadline;
    private final Deadline taking;
    private final WriteProgress taken;
    private boolean ending;

    /**
     * @param bites receives the limit by which both are closed
     * @param over receives the bytes sent to the client, once one side has closed
     */
    Tunnel(Channel client, Channel backend, Timeout timeout, Consumer<LimitKind> bites, LongConsumer over) {
        this.client = new Side(client);
        this.backend = new Side(backend);
        this.timeout = timeout;
        this.bites = bites;
        this.over = over;
        this.deadline = new Deadline(client.eventLoop(), wait -> expired());
        this.taking = new Deadline(client.eventLoop(), wait -> lookAtClient());
        this.taken = new WriteProgress(client);
    }

    void open() {
        backend.channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        backend.channel.pipeline().addFirst(new HalfCloseGuard()).addLast(backend);
        client.channel.pipeline().addLast(client);
        deadline.start(Wait.TUNNEL, timeout.idle());
    }

    /**
     * Begins to read, once the HTTP handlers are removed; {@code clientEnded} if the client has ended its direction.
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

    private void end() {
        if (ending) {
            return;
        }
        ending = true;
        deadline.start(Wait.TUNNEL, timeout.rest());
        client.leave();
        backend.leave();
        over.accept(backend.bytes);
    }

    private void expired() {
        if (!ending && !client.ended && !backend.ended) {
            bites.accept(LimitKind.TUNNEL_TIME);
        }
        closeBoth();
    }

    private void closeBoth() {
        client.channel.close();
        backend.channel.close();
        end();
    }

    private void awaitClient() {
        if (!client.channel.isWritable() && !taking.isWaitingFor(Wait.CLIENT_READING)) {
            taken.note();
            taking.start(Wait.CLIENT_READING, timeout.write());
        }
    }

    private void lookAtClient() {
        if (taken.hasMoved()) {
            awaitClient();
        } else if (!ending) {
            bites.accept(LimitKind.WRITE_TIME);
            closeBoth();
        }
    }

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
            deadline.start(Wait.TUNNEL, ended || other().ended ? timeout.rest() : timeout.idle());
            other().channel.write(piece, other().channel.voidPromise());
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            other().channel.flush();
            if (equals(backend)) {
                awaitClient();
            }
            if (ending && !ended) {
                channel.read(); // and thrown away
            } else {
                pull();
            }
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext ctx) {
            if (!channel.isWritable()) {
                return;
            }
            if (equals(client)) {
                taking.stop();
            }
            other().pull();
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event == ChannelInputShutdownEvent.INSTANCE) {
                ended();
            } else {
                ctx.fireUserEventTriggered(event);
            }
        }

        void ended() {
            ended = true;
            if (ending) {
                afterAll(Channel::close);
                return;
            }
            boolean byHalves = isPlain() && other().isPlain();
            if (other().ended || !byHalves) {
                end();
                return;
            }
            deadline.start(Wait.TUNNEL, timeout.rest());
            other().afterAll(channel -> ((DuplexChannel) channel).shutdownOutput());
        }

        private boolean isPlain() {
            return channel instanceof DuplexChannel && channel.pipeline().get(SslHandler.class) == null;
        }

        /** Flushes and closes, with a shutdown first if it may still be sending. */
        void leave() {
            afterAll(sent -> {
                if (ended || !sent.isActive()) {
                    sent.close();
                    return;
                }
                var timer = sent.eventLoop().schedule(() -> sent.close(), LEAVING.toNanos(), TimeUnit.NANOSECONDS);
                sent.closeFuture().addListener(closed -> timer.cancel(false));
                SocketShutdown.endOutput(sent);
                sent.read();
            });
        }

        private void afterAll(Consumer<Channel> then) {
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER)
                    .addListener((ChannelFutureListener) sent -> then.accept(sent.channel()));
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            end();
            if (!other().channel.isActive()) {
                deadline.end();
                taking.end();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            channel.close();
            end();
        }
    }
}
