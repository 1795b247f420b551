package io.gosling.netty.handoff;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.unix.FileDescriptor;

/** Receives descriptors on the second socket of a link and passes them on. One connection, its loop. */
final class DescriptorReceiver extends ChannelInboundHandlerAdapter {
    private final LocalHandoffReceiver link;

    DescriptorReceiver(LocalHandoffReceiver link) {
        this.link = link;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        link.descriptor(((FileDescriptor) message).intValue());
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        link.unjoined();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
