package io.gosling.netty.transport;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;

/**
 * A stage near the socket that stops reading after the end of input. epoll forgets a socket whose other side sends
 * no more, and a further read would fail and close it while responses are still due. Belongs to one connection and its
 * loop.
 */
public final class HalfCloseGuard extends ChannelDuplexHandler {
    private boolean ended;

    public HalfCloseGuard() {}

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        ended |= event == ChannelInputShutdownEvent.INSTANCE;
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void read(ChannelHandlerContext ctx) {
        if (!ended) {
            ctx.read();
        }
    }
}
