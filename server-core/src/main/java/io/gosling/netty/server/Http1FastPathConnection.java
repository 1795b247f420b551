package io.gosling.netty.server;

import io.gosling.netty.http1.RequestDecoder;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;

/**
 * A connection of HTTP/1 as long as its client sends plain requests for hot documents only, each completely in one
 * read: it holds no bytes, decodes nothing and has no exchange. For any other request, a {@link Http1GeneralConnection}
 * takes its place and its state. Belongs to the connection's event loop.
 */
final class Http1FastPathConnection extends Http1ConnectionBase {
    Http1FastPathConnection(Channel channel, ServerContext context) {
        super(channel, context);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        loop.clock().add(this);
        ctx.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        boolean passedOn = false;
        try {
            if (takesAlong(in)) {
                return;
            }
            answerAll(in);
            if (!lingeringClose.begun()
                    && in.isReadable()
                    && !leaves(in, context.ticker().nanos())) {
                giveWay(in);
                passedOn = in.isReadable();
                if (passedOn) {
                    ctx.fireChannelRead(in);
                }
            }
        } finally {
            if (!passedOn) {
                in.release();
            }
        }
    }

    private void answerAll(ByteBuf in) {
        boolean answered = !lingeringClose.begun();
        while (answered && in.isReadable() && channel.isWritable()) {
            long now = context.ticker().nanos();
            Http1FastPathResponder.Persistence persistence = answerHot(in, now);
            answered = persistence == Http1FastPathResponder.Persistence.OPEN;
            if (persistence != null) {
                lastActivity = now;
            }
            if (persistence == Http1FastPathResponder.Persistence.CLOSED) {
                close(in.isReadable());
            }
        }
    }

    /** Replaces this stage for a request that it has not answered, and all that follow. */
    private void giveWay(ByteBuf in) {
        RequestDecoder decoder = new RequestDecoder(context.limits(), context.ticker());
        Http1GeneralConnection whole = new Http1GeneralConnection(this, decoder);
        channel.pipeline()
                .addLast("decoder", decoder)
                .addLast("connection", whole)
                .remove(this);
        loop.clock().replace(this, whole);
        if (!channel.isWritable() || !whole.fetch(in, context.ticker().nanos())) {
            decoder.decodeNext();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (batch.write()) {
            channel.flush();
        }
        ctx.fireChannelReadComplete();
    }

    @Override
    boolean isResting() {
        return !writes.isPending();
    }

    /** Answers from memory are whole at once. */
    @Override
    boolean isWaitingForClient() {
        return true;
    }

    /** Stops reading requests of a client that does not read its responses. */
    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        channel.config().setAutoRead(lingeringClose.begun() || channel.isWritable());
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    void drain() {
        close(true);
    }

    @Override
    void inputEnded() {
        lingeringClose.inputEnded();
        close(false);
    }

    @Override
    void close(boolean inputFollows) {
        if (!lingeringClose.begun()) {
            lingeringClose.begin(batch.end(), inputFollows);
            channel.config().setAutoRead(true);
        }
    }
}
