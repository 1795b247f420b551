package io.gosling.netty.handoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.testing.Eventually;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the end of a control connection with connections on their way. */
@Timeout(60)
class RemoteHandoffListenerTest {
    private static final int CLOSED = 7;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final CompletableFuture<Boolean> readToTheEnd = new CompletableFuture<>();
    private final EpollSocketChannel control;
    private final Socket node;

    RemoteHandoffListenerTest() throws Exception {
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
        open.add(() -> loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync());
        try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            control = (EpollSocketChannel) new Bootstrap()
                    .group(loops)
                    .channel(EpollSocketChannel.class)
                    .option(ChannelOption.AUTO_CLOSE, false)
                    .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
                    .handler(new ChannelInboundHandlerAdapter() {
                        @Override
                        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                            if (event == ChannelInputShutdownEvent.INSTANCE) {
                                readToTheEnd.complete(RemoteHandoffListener.isReadToTheEnd(ctx.channel()));
                            }
                        }

                        @Override
                        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                            readToTheEnd.completeExceptionally(cause);
                        }
                    })
                    .connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), door.getLocalPort()))
                    .sync()
                    .channel();
            open.add(() -> control.close().sync());
            node = door.accept();
            open.add(node);
        }
    }

    @BeforeAll
    static void isLinux() {
        assumeTrue(Epoll.isAvailable(), "Linux has what is tried here");
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    @Test
    void whoHasEndedItInOrderWasHeardToTheEnd() throws Exception {
        node.close();
        assertTrue(readToTheEnd.get());
    }

    /** As when a node is killed that has not read all: what it has said may be lost, and the next write hears of it. */
    @Test
    void aResetOfWhichAWriteWasToldIsNoEndInOrder() throws Exception {
        Boolean written = control.eventLoop()
                .submit(() -> {
                    node.setSoLinger(true, 0);
                    node.close();
                    Eventually.that("it is reset", () -> control.tcpInfo().state() == CLOSED);
                    return control.writeAndFlush(Unpooled.copyInt(1)).isSuccess();
                })
                .get();
        assertEquals(false, written);
        assertFalse(readToTheEnd.get());
    }

    @Test
    void oneThatIsClosedHereIsNoneEither() throws Exception {
        Channel closed = control;
        closed.close().sync();
        assertFalse(RemoteHandoffListener.isReadToTheEnd(closed));
    }
}
