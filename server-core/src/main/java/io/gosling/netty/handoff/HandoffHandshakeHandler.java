package io.gosling.netty.handoff;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.unix.DomainSocketChannelConfig;
import io.netty.channel.unix.DomainSocketReadMode;
import io.netty.channel.unix.FileDescriptor;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads the first frame on a socket of a front-end, which says which of the two it is. One connection, its loop. */
final class HandoffHandshakeHandler extends SimpleChannelInboundHandler<HandoffFrame> {
    private static final System.Logger LOG = System.getLogger(LocalHandoffListener.class.getName());
    private static final long TIMEOUT_SECONDS = 2;

    private final LocalHandoffListener door;
    private final Future<?> timer;

    HandoffHandshakeHandler(LocalHandoffListener door, Channel socket) {
        this.door = door;
        this.timer = socket.eventLoop().schedule(() -> socket.close(), TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HandoffFrame frame) {
        timer.cancel(false);
        switch (frame) {
            case HandoffFrame.Hello hello -> hello(ctx, hello);
            case HandoffFrame.Join join -> join(ctx, door.join(join.link()));
            default -> {
                LOG.log(System.Logger.Level.WARNING, "a front-end began with {0}; its socket is closed", frame);
                ctx.close();
            }
        }
    }

    private void hello(ChannelHandlerContext ctx, HandoffFrame.Hello hello) {
        int version = hello.version();
        if (version != HandoffFrame.VERSION) {
            String reason = "it speaks version " + HandoffFrame.VERSION + " of handing off and the front-end " + version
                    + "; run the same version of both";
            ctx.writeAndFlush(new HandoffFrame.Refusal(reason)).addListener(sent -> ctx.close());
            return;
        }
        // Frames that the front-end has sent before it ended are read, even after writing has ended.
        ctx.channel().config().setOption(ChannelOption.AUTO_CLOSE, false);
        ctx.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        LocalHandoffReceiver link = door.begin(ctx.channel(), hello);
        ctx.pipeline().replace(this, "link", link);
        ctx.channel().writeAndFlush(new HandoffFrame.Welcome(link.number, door.address));
    }

    private void join(ChannelHandlerContext ctx, @Nullable LocalHandoffReceiver link) {
        if (link == null) {
            ctx.close();
            return;
        }
        Channel socket = ctx.channel();
        ((DomainSocketChannelConfig) socket.config()).setReadMode(DomainSocketReadMode.FILE_DESCRIPTORS);
        ctx.pipeline().remove(HandoffCodec.class);
        ctx.pipeline().replace(this, "descriptors", new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext at, Object message) {
                link.descriptor(((FileDescriptor) message).intValue());
            }

            @Override
            public void channelInactive(ChannelHandlerContext at) {
                link.unjoined();
            }

            @Override
            public void exceptionCaught(ChannelHandlerContext at, Throwable cause) {
                at.close();
            }
        });
        // Later: the socket is being read as bytes, and a descriptor that came now would be lost.
        socket.eventLoop().execute(() -> link.joined(socket));
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        timer.cancel(false);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.log(System.Logger.Level.WARNING, "a socket for handoffs failed: {0}", cause.toString());
        ctx.close();
    }
}
