package io.gosling.dispatcher.testing;

import io.gosling.netty.handoff.HandoffCodec;
import io.gosling.netty.handoff.HandoffFrame;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Hosts;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.BiConsumer;

/** The door of a node on another host that welcomes everybody, and does with connections what a test says. */
public final class ScriptedDoor implements AutoCloseable {
    private final Transport transport;
    private final ClusterTls tls;

    private ScriptedDoor(String address, String secret, BiConsumer<Channel, HandoffFrame.Transfer> then)
            throws IOException {
        tls = RestoringNode.tls("scripted", secret);
        transport = Transport.open(TransportKind.AUTO, 1, "scripted");
        new ServerBootstrap()
                .group(transport.eventLoops())
                .channel(transport.serverChannel())
                .option(ChannelOption.SO_REUSEADDR, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel socket) {
                        socket.pipeline()
                                .addLast(tls.lasting(false, ClusterTls.HANDOFF))
                                .addLast(new HandoffCodec())
                                .addLast(new Script(then));
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getByName(address), RestoringNode.DOOR))
                .syncUninterruptibly();
    }

    /** @param then handles a connection, whose bytes are released */
    public static ScriptedDoor on(
            Hosts hosts, String host, String address, String secret, BiConsumer<Channel, HandoffFrame.Transfer> then)
            throws IOException, InterruptedException {
        return hosts.in(host, () -> new ScriptedDoor(address, secret, then));
    }

    private static final class Script extends SimpleChannelInboundHandler<HandoffFrame> {
        private final BiConsumer<Channel, HandoffFrame.Transfer> then;

        Script(BiConsumer<Channel, HandoffFrame.Transfer> then) {
            this.then = then;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, HandoffFrame frame) {
            if (frame instanceof HandoffFrame.Transfer transfer) {
                transfer.begun().release();
                then.accept(ctx.channel(), transfer);
            } else {
                ctx.writeAndFlush(new HandoffFrame.Welcome(0, null));
            }
        }
    }

    @Override
    public void close() {
        transport.close();
        tls.close();
    }
}
