package io.gosling.dispatcher.downstream;

import io.gosling.dispatcher.relay.ClientConnectionTimer;
import io.gosling.dispatcher.relay.ClientConnectionTimer.Wait;
import io.gosling.dispatcher.relay.FrontEndContext;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.settings.TunnelSettings;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.transport.HalfCloseGuard;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * A client and a back-end after a change of protocol: bytes pass both ways as they come, and neither is read while the
 * other does not take them. A side that ends its direction ends the other's in turn, and what comes the other way still
 * passes; with TLS the end of one direction is the end of both. When one closes, the other gets everything pending and
 * is closed too. Belongs to the event loop of both.
 *
 * <p>The whole time of a request does not bound it; {@link Timeout} does.
 */
final class Tunnel {
    /**
     * Timeouts after which both are closed.
     *
     * @param idle without a byte in either direction, while both sides may send
     * @param rest the same when one side has ended; also the back-end's write timeout if the client is a stream
     * @param write the write timeout of a client's connection; a stream's is its connection's matter
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
    private final Channel backendChannel;
    private final Timeout timeout;
    private final Consumer<LimitKind> reached;
    private final LongConsumer over;
    private final ClientConnectionTimer deadline;
    /**
     * The connection whose writes are watched: the client's, or for a stream the back-end's, whose pending bytes hold
     * the window of all streams.
     */
    private final Channel taker;

    private final ClientConnectionTimer taking;
    private final WriteProgressTracker taken;
    private long bytes;
    private boolean broken;
    private boolean ending;

    /**
     * @param reached receives the limit by which both are closed
     * @param over receives the bytes sent to the client, once, when the tunnel begins to end
     */
    Tunnel(TunnelEndpoint client, Channel backend, Timeout timeout, Consumer<LimitKind> reached, LongConsumer over) {
        this.client = new Side(client);
        this.backend = new Side(new TunnelEndpoint.Connection(backend));
        this.backendChannel = backend;
        this.timeout = timeout;
        this.reached = reached;
        this.over = over;
        this.taker = client instanceof TunnelEndpoint.Connection connection ? connection.channel() : backend;
        this.deadline = new ClientConnectionTimer(taker.eventLoop(), wait -> expired());
        this.taking = new ClientConnectionTimer(taker.eventLoop(), wait -> lookAtTaker());
        this.taken = new WriteProgressTracker(taker);
    }

    void open() {
        backendChannel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        backendChannel.pipeline().addFirst(new HalfCloseGuard()).addLast(backend);
        if (client.end instanceof TunnelEndpoint.Connection connection) {
            connection.channel().pipeline().addLast(client);
        }
        awaitMore();
    }

    /**
     * Begins to read, once the HTTP handlers are removed; {@code clientEnded} if the client has ended its direction.
     */
    void begin(boolean clientEnded) {
        if (clientEnded) {
            client.inputEnded();
        } else {
            client.pull();
        }
        backend.pull();
        if (!backendChannel.isActive()) {
            backend.closed();
        }
        if (client.end instanceof TunnelEndpoint.Connection connection
                && !connection.channel().isActive()) {
            client.closed();
        }
    }

    /** A client's stream has received a piece, which is passed with its reference. */
    void received(HttpContent piece) {
        client.received(piece.content());
        if (piece instanceof LastHttpContent) {
            client.inputEnded();
        }
        client.receivedAll();
    }

    /** A client's stream has room again. */
    void clientHasRoom() {
        backend.pull();
    }

    /** A client's stream is closed. */
    void clientClosed() {
        client.closed();
    }

    private void awaitMore() {
        if (!ending) {
            deadline.start(Wait.TUNNEL, client.ended || backend.ended ? timeout.rest() : timeout.idle());
        }
    }

    private void end() {
        if (ending) {
            return;
        }
        ending = true;
        taking.end();
        deadline.start(Wait.TUNNEL, timeout.rest());
        client.leave();
        backend.leave();
        over.accept(bytes);
    }

    private void expired() {
        if (!ending && !client.ended && !backend.ended) {
            reached.accept(LimitKind.TUNNEL_TIME);
        }
        closeBoth();
    }

    private void closeBoth() {
        client.end.close();
        backend.end.close();
        end();
    }

    private void awaitTaker() {
        boolean waits = !taker.isWritable() && taken.unwritten() > 0;
        if (waits && !ending && !taking.isWaitingFor(Wait.TUNNEL)) {
            taken.note();
            taking.start(Wait.TUNNEL, taker.equals(backendChannel) ? timeout.rest() : timeout.write());
        }
    }

    private void lookAtTaker() {
        if (taken.hasProgressed()) {
            awaitTaker();
        } else {
            reached.accept(taker.equals(backendChannel) ? LimitKind.TUNNEL_TIME : LimitKind.WRITE_TIME);
            closeBoth();
        }
    }

    private final class Side extends ChannelInboundHandlerAdapter {
        private final TunnelEndpoint end;
        private boolean ended;
        private boolean closed;

        Side(TunnelEndpoint end) {
            this.end = end;
        }

        private Side other() {
            return equals(client) ? backend : client;
        }

        void pull() {
            if (!ended && other().end.hasRoom()) {
                end.read();
            }
        }

        void received(ByteBuf piece) {
            if (ending) {
                piece.release();
                return;
            }
            bytes += equals(backend) ? piece.readableBytes() : 0;
            awaitMore();
            other().end.write(piece);
        }

        void receivedAll() {
            if (ending && !ended) {
                end.read(); // and thrown away
                return;
            }
            other().end.flush();
            awaitTaker();
            pull();
        }

        void inputEnded() {
            if (ended) {
                return;
            }
            ended = true;
            if (ending) {
                leave();
            } else if (other().ended || !end.endsByHalves() || !other().end.endsByHalves()) {
                end();
            } else {
                awaitMore();
                other().end.endOutput();
            }
        }

        void leave() {
            if (!closed) {
                end.leave(!ended, broken);
            }
        }

        void closed() {
            closed = true;
            end();
            if (other().closed) {
                deadline.end();
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message instanceof ByteBuf piece) {
                received(piece);
            } else {
                ReferenceCountUtil.release(message);
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            receivedAll();
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext ctx) {
            if (!end.hasRoom()) {
                return;
            }
            if (taker.equals(ctx.channel())) {
                taking.stop();
            }
            other().pull();
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event == ChannelInputShutdownEvent.INSTANCE) {
                inputEnded();
            } else {
                ctx.fireUserEventTriggered(event);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            closed();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            broken = true;
            end.close();
            end();
        }
    }
}
