package io.gosling.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;

/** A client's connection that was taken over from another process. Belongs to its event loop. */
public final class Adopted {
    private final Adoption adoption;
    private final Channel channel;
    private final EventLoop loop;
    private final ServerPipeline pipeline;

    Adopted(Adoption adoption, Channel channel, EventLoop loop, ServerPipeline pipeline) {
        this.adoption = adoption;
        this.channel = channel;
        this.loop = loop;
        this.pipeline = pipeline;
    }

    /** Whether its socket is the end of this connection. */
    public boolean is(SocketPair connection) {
        return connection.equals(SocketPair.of(channel));
    }

    /**
     * Answers its client from now on.
     *
     * @param begun what the other process has read already, the beginning of a request first; released
     */
    public void serve(ByteBuf begun) {
        loop.register(channel);
        if (!channel.isRegistered() || !channel.isActive()) {
            begun.release();
            channel.close();
            return;
        }
        channel.pipeline().addLast("inputEnd", new InputEnd());
        pipeline.http1(channel);
        channel.pipeline().fireChannelActive();
        // Before the first bytes, because they may close the input again; the socket is read after this task.
        channel.config().setAutoRead(true);
        channel.pipeline().fireChannelRead(begun);
        channel.pipeline().fireChannelReadComplete();
        adoption.served(channel);
    }

    /** Is not served after all: its client is another's, or gone. */
    public void drop() {
        Adoption.drop(channel, loop);
    }

    /** Whether everything that its client has asked for is answered, and nothing more has begun. */
    public boolean isResting() {
        ServerStage stage = channel.pipeline().get(ServerStage.class);
        return stage == null || stage.isResting();
    }

    /** Runs when it has closed, on its loop. */
    public void whenClosed(Runnable then) {
        channel.closeFuture().addListener(closed -> then.run());
    }
}
