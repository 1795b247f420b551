package io.gosling.netty.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.netty.transport.LocalExhaustionCheck;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pool in a process that has no descriptor left: no channel can be made, so there is none that belongs to a loop. */
@Timeout(60)
class ShortPoolTest {
    private static final int MOST = 4;

    private final AtomicBoolean none = new AtomicBoolean(true);
    private final List<Thread> tellers = new CopyOnWriteArrayList<>();

    @Test
    void whoGetsNoDescriptorLeavesNoTraceInThePool() throws Exception {
        PoolLimits few = new PoolLimits(MOST, 8, Duration.ofSeconds(30), Duration.ofMillis(250));
        try (ServerSocket server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
                Transport transport = Transport.open(TransportKind.NIO, 1, "test")) {
            EventLoop loop = transport.eventLoops().next();
            Bootstrap bootstrap = new Bootstrap().channelFactory(this::channel);
            LoopConnectionPool lane = new LoopConnectionPool(
                    loop,
                    (InetSocketAddress) server.getLocalSocketAddress(),
                    new ConnectionPool.Setup(
                            few,
                            null,
                            bootstrap,
                            HostResolver.ofSystem(),
                            () -> new ClientCodec(ConnectionPool.decoding()),
                            new byte[0]),
                    () -> tellers.add(Thread.currentThread()));
            for (int round = 0; round < 20; round++) {
                List<Future<Channel>> asked = asked(loop, lane);
                for (Future<Channel> one : asked) {
                    Throwable why = assertThrows(ExecutionException.class, one::get);
                    assertTrue(LocalExhaustionCheck.isCauseOf(why), why::toString);
                }
            }
            none.set(false);
            for (Future<Channel> one : asked(loop, lane)) {
                assertInstanceOf(NioSocketChannel.class, one.get(), "all places are there again");
                one.getNow().close().sync();
            }
            Thread owner = loop.submit(Thread::currentThread).get();
            assertEquals(List.of(owner), tellers.stream().distinct().toList(), "who changed the pool");
        }
    }

    /** As many at once as the pool has places for. */
    private static List<Future<Channel>> asked(EventLoop loop, LoopConnectionPool lane) throws Exception {
        return loop.submit(() -> {
                    List<Future<Channel>> asked = new ArrayList<>();
                    for (int i = 0; i < MOST; i++) {
                        asked.add(lane.acquire(Long.MAX_VALUE));
                    }
                    return asked;
                })
                .get();
    }

    private Channel channel() {
        if (none.get()) {
            throw new ChannelException("Failed to open a socket.");
        }
        return new NioSocketChannel();
    }
}
