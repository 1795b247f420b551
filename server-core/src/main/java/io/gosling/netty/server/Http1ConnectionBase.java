package io.gosling.netty.server;

import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.listen.AcceptedChannelInitializer;
import io.gosling.netty.listen.ClientAddressUsage;
import io.gosling.netty.listen.IdleConnectionSearch;
import io.gosling.netty.listen.Listener;
import io.gosling.netty.transport.EventLoopTimer;
import io.gosling.netty.transport.LingeringClose;
import io.gosling.netty.transport.WriteStallDetector;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The last stage of a client's connection of HTTP/1: answers plain requests within its client's rate, has timeouts, and
 * closes when something fails. Its state passes to the stage that replaces it. Belongs to the connection's event loop.
 */
abstract class Http1ConnectionBase extends ChannelDuplexHandler implements EventLoopTimer.Timed {
    private static final System.Logger LOG = System.getLogger(HttpServer.class.getName());

    final Channel channel;
    final ServerContext context;
    final LoopContext loop;
    final ResponseBatch batch;
    final Http1FastPathResponder hotResponder;
    final @Nullable ClientAddressUsage clientUsage;
    final WriteStallDetector writes;
    final LingeringClose lingeringClose;
    long lastActivity;
    /** Null where the connection stays until it closes. */
    private @Nullable AdoptedConnectionReturn connectionReturn;

    private int clockIndex;

    Http1ConnectionBase(Channel channel, ServerContext context) {
        this.channel = channel;
        this.context = context;
        this.loop = context.of(channel.eventLoop());
        this.batch = new ResponseBatch(channel, context.log(), context.ticker(), loop.lines());
        this.hotResponder = loop.hotResponder();
        this.clientUsage = ClientAddressUsage.of(channel);
        this.lastActivity = context.ticker().nanos();
        this.writes = new WriteStallDetector(channel, context.limits(), lastActivity);
        this.lingeringClose = new LingeringClose(channel, context.ticker());
    }

    Http1ConnectionBase(Http1ConnectionBase before) {
        this.channel = before.channel;
        this.context = before.context;
        this.loop = before.loop;
        this.batch = before.batch;
        this.hotResponder = before.hotResponder;
        this.clientUsage = before.clientUsage;
        this.lastActivity = before.lastActivity;
        this.writes = before.writes;
        this.lingeringClose = before.lingeringClose;
        this.connectionReturn = before.connectionReturn;
    }

    /**
     * Answers the plain request at the reader's position, if its document is hot, and passes over it.
     *
     * @return null, with nothing done, for any other request, while the server drains, and beyond the client's rate
     */
    final Http1FastPathResponder.@Nullable Persistence answerHot(ByteBuf in, long now) {
        if (!mayAnswer(now)) {
            return null;
        }
        Http1FastPathResponder.Persistence persistence = hotResponder.answerPlain(in, batch, now);
        if (persistence != null && clientUsage != null) {
            clientUsage.asked(now);
        }
        return persistence;
    }

    /** Returns whether the event-loop path may answer: not while the server drains, nor beyond the client's rate. */
    final boolean mayAnswer(long now) {
        return !context.draining().get() && (clientUsage == null || clientUsage.mayAsk(now));
    }

    /** Allows the connection to leave, also through the stage that replaces this one. */
    final void leaveBy(AdoptedConnectionReturn way) {
        connectionReturn = way;
    }

    /** Takes bytes of a leaving connection along; returns false, with nothing touched, for any other. */
    final boolean takesAlong(ByteBuf in) {
        return connectionReturn != null && connectionReturn.take(in);
    }

    /**
     * Makes the connection leave with the plain request at the reader's position, which was not answered, if it may and
     * is to; all bytes that were read go along then.
     */
    final boolean leaves(ByteBuf in, long now) {
        boolean leaves = connectionReturn != null
                && batch.isEmpty()
                && isResting()
                && mayAnswer(now)
                && hotResponder.isPlain(in)
                && connectionReturn.begin(in, this);
        lastActivity = leaves ? now : lastActivity;
        return leaves;
    }

    /** Returns whether all requests have been answered, and no other has begun. On the loop. */
    abstract boolean isResting();

    abstract boolean isWaitingForClient();

    /** @param inputFollows true if the client may still be sending, so that a plain close could lose it the answer */
    abstract void close(boolean inputFollows);

    /** The server has begun to drain. */
    abstract void drain();

    /** The client sends no more. */
    abstract void inputEnded();

    /** The time of a header that had begun before this stage is over. */
    void headerIsLate() {}

    final EventLoopTimer clock() {
        return loop.clock();
    }

    @Override
    public final void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (connectionReturn != null && connectionReturn.isUnderWay()) {
            if (event instanceof ChannelInputShutdownEvent) {
                connectionReturn.inputEnded();
            }
        } else if (event == Listener.Drain.BEGUN) {
            drain();
        } else if (event instanceof ChannelInputShutdownEvent) {
            inputEnded();
        } else if (event instanceof IdleConnectionSearch search && isResting()) {
            search.offer(channel, () -> context.ticker().nanos() - lastActivity, this::leaveIfIdle);
        } else if (event == AcceptedChannelInitializer.HeaderTimeout.PASSED) {
            headerIsLate();
        }
        ctx.fireUserEventTriggered(event);
    }

    private void leaveIfIdle() {
        boolean replaced = channel.pipeline().context(this) == null;
        if (!replaced && isResting()) {
            channel.close();
        }
    }

    @Override
    public void tick(long now) {
        if (lingeringClose.isOver(now)) {
            channel.close();
        } else if (writes.isStalled(now)) {
            cutOff(LimitKind.WRITE_TIME);
        } else if (!lingeringClose.begun() && !tickRequest(now)) {
            tickIdle(now);
        }
    }

    /** A connection is idle from when its client has taken the last answer, which may be long after its request. */
    private void tickIdle(long now) {
        if (writes.isPending()) {
            lastActivity = now;
        } else if (context.limits().isOver(HttpLimits.IDLE_TIME, lastActivity, now)) {
            context.counts().hit(LimitKind.IDLE_TIME);
            close(true);
        }
    }

    /** Checks the timeouts of a request that has begun; returns false if none has. */
    boolean tickRequest(long now) {
        return false;
    }

    final void cutOff(LimitKind limit) {
        context.counts().hit(limit);
        channel.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        clock().remove(this);
        batch.write();
        ctx.fireChannelInactive();
    }

    @Override
    public final int clockIndex() {
        return clockIndex;
    }

    @Override
    public final void setClockIndex(int index) {
        clockIndex = index;
    }

    @Override
    public final void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail(cause);
    }

    @Override
    public final void fail(Throwable cause) {
        if (!(cause instanceof IOException)) {
            LOG.log(System.Logger.Level.WARNING, "connection of " + channel.remoteAddress() + " failed", cause);
        }
        channel.close();
    }
}
